# A Debian package of what install.cmake installs: `cmake --preset package && cmake --build --preset package --target package` writes build/package/ansatz_*.deb.
# Libraries that programs and modules are linked to are found by dpkg-shlibdeps; what is started as a program stands here.
# scripts/test-package builds it, installs it on a clean Debian 12 and uses it; so do the steps of scripts/Dockerfile.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "the Ansatz authors <ansatz@localhost>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libc6-dev, gcc")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libclang-rt-19-dev, gnuplot-nox")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc-multilib, slurm-client, texlive-latex-extra, texlive-pictures")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Ansatz turns a C program into a formula, looks for invariants of the form of a template by SAT and SMT solvers, and combines them with k-induction and
bounded model checking. Domains and strategies are modules; experiments over suites of tasks, with tables and plots, are written in Lua.")
include(CPack)
