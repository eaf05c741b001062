/* The functions that glibc's headers declare. If a program declares one of these names with another
 * prototype, and defines it nowhere, it means a function of its own. This file is compiled only for
 * the types. */
#define _GNU_SOURCE
#include <aio.h>
#include <argz.h>
#include <arpa/inet.h>
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mntent.h>
#include <mqueue.h>
#include <net/if.h>
#include <netdb.h>
#include <nl_types.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/swap.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <ucontext.h>
#include <ulimit.h>
#include <unistd.h>
#include <utime.h>
#include <utmp.h>
#include <utmpx.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>

#define P(name) (const void *)&name,
/* clang-format off */
const void *const prototypes[] = {
P(a64l) P(abort) P(abs) P(accept) P(accept4) P(access) P(acct) P(acos) P(acosf) P(acosh) P(acoshf)
P(acoshl) P(acosl) P(addmntent) P(adjtime) P(aio_cancel) P(aio_cancel64) P(aio_error)
P(aio_error64) P(aio_fsync) P(aio_fsync64) P(aio_init) P(aio_read) P(aio_read64) P(aio_return)
P(aio_return64) P(aio_suspend) P(aio_suspend64) P(aio_write) P(aio_write64) P(alarm)
P(aligned_alloc) P(alphasort) P(alphasort64) P(arc4random) P(arc4random_buf) P(arc4random_uniform)
P(argz_add) P(argz_add_sep) P(argz_append) P(argz_count) P(argz_create) P(argz_create_sep)
P(argz_delete) P(argz_extract) P(argz_insert) P(argz_next) P(argz_replace) P(argz_stringify)
P(asctime) P(asctime_r) P(asin) P(asinf) P(asinh) P(asinhf) P(asinhl) P(asinl) P(asprintf) P(atan)
P(atan2) P(atan2f) P(atan2l) P(atanf) P(atanh) P(atanhf) P(atanhl) P(atanl) P(atof) P(atoi)
P(atol) P(atoll) P(backtrace) P(backtrace_symbols) P(backtrace_symbols_fd) P(basename) P(bcmp)
P(bcopy) P(bind) P(bindresvport) P(brk) P(bsearch) P(btowc) P(bzero) P(c16rtomb) P(c32rtomb)
P(c8rtomb) P(cabs) P(cabsf) P(cabsl) P(cacos) P(cacosf) P(cacosh) P(cacoshf) P(cacoshl) P(cacosl)
P(call_once) P(calloc) P(canonicalize) P(canonicalize_file_name) P(canonicalizef) P(canonicalizel)
P(carg) P(cargf) P(cargl) P(casin) P(casinf) P(casinh) P(casinhf) P(casinhl) P(casinl) P(catan)
P(catanf) P(catanh) P(catanhf) P(catanhl) P(catanl) P(catclose) P(catgets) P(catopen) P(cbrt)
P(cbrtf) P(cbrtl) P(ccos) P(ccosf) P(ccosh) P(ccoshf) P(ccoshl) P(ccosl) P(ceil) P(ceilf) P(ceill)
P(cexp) P(cexpf) P(cexpl) P(cfgetispeed) P(cfgetospeed) P(cfmakeraw) P(cfsetispeed) P(cfsetospeed)
P(cfsetspeed) P(chdir) P(chmod) P(chown) P(chroot) P(cimag) P(cimagf) P(cimagl) P(clearenv)
P(clearerr) P(clearerr_unlocked) P(clock) P(clock_adjtime) P(clock_getcpuclockid) P(clock_getres)
P(clock_gettime) P(clock_nanosleep) P(clock_settime) P(clog) P(clog10) P(clog10f) P(clog10l)
P(clogf) P(clogl) P(clone) P(close) P(close_range) P(closedir) P(closefrom) P(closelog)
P(cnd_broadcast) P(cnd_destroy) P(cnd_init) P(cnd_signal) P(cnd_timedwait) P(cnd_wait) P(confstr)
P(conj) P(conjf) P(conjl) P(connect) P(copy_file_range) P(copysign) P(copysignf) P(copysignl)
P(cos) P(cosf) P(cosh) P(coshf) P(coshl) P(cosl) P(cpow) P(cpowf) P(cpowl) P(cproj) P(cprojf)
P(cprojl) P(creal) P(crealf) P(creall) P(creat) P(creat64) P(csin) P(csinf) P(csinh) P(csinhf)
P(csinhl) P(csinl) P(csqrt) P(csqrtf) P(csqrtl) P(ctan) P(ctanf) P(ctanh) P(ctanhf) P(ctanhl)
P(ctanl) P(ctermid) P(ctime) P(ctime_r) P(cuserid) P(daddl) P(daemon) P(ddivl) P(dfmal)
P(difftime) P(dirfd) P(dirname) P(div) P(dladdr) P(dladdr1) P(dlclose) P(dlerror) P(dlinfo)
P(dlmopen) P(dlopen) P(dlsym) P(dlvsym) P(dmull) P(dn_comp) P(dn_expand) P(dn_skipname) P(dprintf)
P(drand48) P(drand48_r) P(drem) P(dremf) P(dreml) P(dsqrtl) P(dsubl) P(dup) P(dup2) P(dup3)
P(duplocale) P(dysize) P(eaccess) P(ecvt) P(ecvt_r) P(endgrent) P(endhostent) P(endmntent)
P(endnetent) P(endnetgrent) P(endprotoent) P(endpwent) P(endrpcent) P(endservent) P(endusershell)
P(endutent) P(endutxent) P(epoll_create) P(epoll_create1) P(epoll_ctl) P(epoll_pwait)
P(epoll_pwait2) P(epoll_wait) P(erand48) P(erand48_r) P(erf) P(erfc) P(erfcf) P(erfcl) P(erff)
P(erfl) P(err) P(error) P(error_at_line) P(errx) P(euidaccess) P(eventfd) P(eventfd_read)
P(eventfd_write) P(execl) P(execle) P(execlp) P(execv) P(execve) P(execveat) P(execvp) P(execvpe)
P(exit) P(exp) P(exp10) P(exp10f) P(exp10l) P(exp2) P(exp2f) P(exp2l) P(expf) P(expl)
P(explicit_bzero) P(expm1) P(expm1f) P(expm1l) P(fabs) P(fabsf) P(fabsl) P(faccessat) P(fadd)
P(faddl) P(fallocate) P(fallocate64) P(fchdir) P(fchmod) P(fchmodat) P(fchown) P(fchownat)
P(fclose) P(fcloseall) P(fcntl) P(fcntl64) P(fcvt) P(fcvt_r) P(fdatasync) P(fdim) P(fdimf)
P(fdiml) P(fdiv) P(fdivl) P(fdopen) P(fdopendir) P(feclearexcept) P(fedisableexcept)
P(feenableexcept) P(fegetenv) P(fegetexcept) P(fegetexceptflag) P(fegetmode) P(fegetround)
P(feholdexcept) P(feof) P(feof_unlocked) P(feraiseexcept) P(ferror) P(ferror_unlocked) P(fesetenv)
P(fesetexcept) P(fesetexceptflag) P(fesetmode) P(fesetround) P(fetestexcept) P(fetestexceptflag)
P(feupdateenv) P(fexecve) P(fflush) P(fflush_unlocked) P(ffma) P(ffmal) P(ffs) P(ffsl) P(ffsll)
P(fgetc) P(fgetc_unlocked) P(fgetgrent) P(fgetgrent_r) P(fgetpos) P(fgetpos64) P(fgetpwent)
P(fgetpwent_r) P(fgets) P(fgets_unlocked) P(fgetwc) P(fgetwc_unlocked) P(fgetws)
P(fgetws_unlocked) P(fgetxattr) P(fileno) P(fileno_unlocked) P(finite) P(finitef) P(finitel)
P(flistxattr) P(flock) P(flockfile) P(floor) P(floorf) P(floorl) P(fma) P(fmaf) P(fmal) P(fmax)
P(fmaxf) P(fmaximum) P(fmaximum_mag) P(fmaximum_mag_num) P(fmaximum_mag_numf) P(fmaximum_mag_numl)
P(fmaximum_magf) P(fmaximum_magl) P(fmaximum_num) P(fmaximum_numf) P(fmaximum_numl) P(fmaximumf)
P(fmaximuml) P(fmaxl) P(fmaxmag) P(fmaxmagf) P(fmaxmagl) P(fmemopen) P(fmin) P(fminf) P(fminimum)
P(fminimum_mag) P(fminimum_mag_num) P(fminimum_mag_numf) P(fminimum_mag_numl) P(fminimum_magf)
P(fminimum_magl) P(fminimum_num) P(fminimum_numf) P(fminimum_numl) P(fminimumf) P(fminimuml)
P(fminl) P(fminmag) P(fminmagf) P(fminmagl) P(fmod) P(fmodf) P(fmodl) P(fmul) P(fmull) P(fnmatch)
P(fopen) P(fopen64) P(fopencookie) P(fork) P(fpathconf) P(fprintf) P(fputc) P(fputc_unlocked)
P(fputs) P(fputs_unlocked) P(fputwc) P(fputwc_unlocked) P(fputws) P(fputws_unlocked) P(fread)
P(fread_unlocked) P(free) P(freeaddrinfo) P(freeifaddrs) P(freelocale) P(fremovexattr) P(freopen)
P(freopen64) P(frexp) P(frexpf) P(frexpl) P(fromfp) P(fromfpf) P(fromfpl) P(fromfpx) P(fromfpxf)
P(fromfpxl) P(fscanf) P(fsconfig) P(fseek) P(fseeko) P(fseeko64) P(fsetpos) P(fsetpos64)
P(fsetxattr) P(fsmount) P(fsopen) P(fspick) P(fsqrt) P(fsqrtl) P(fstat) P(fstat64) P(fstatat)
P(fstatat64) P(fstatvfs) P(fstatvfs64) P(fsub) P(fsubl) P(fsync) P(ftell) P(ftello) P(ftello64)
P(ftok) P(ftruncate) P(ftruncate64) P(ftrylockfile) P(ftw) P(ftw64) P(funlockfile) P(futimens)
P(futimes) P(futimesat) P(fwide) P(fwprintf) P(fwrite) P(fwrite_unlocked) P(fwscanf) P(gai_cancel)
P(gai_error) P(gai_strerror) P(gai_suspend) P(gamma) P(gammaf) P(gammal) P(gcvt)
P(get_avphys_pages) P(get_current_dir_name) P(get_nprocs) P(get_nprocs_conf) P(get_phys_pages)
P(getaddrinfo) P(getaddrinfo_a) P(getc) P(getc_unlocked) P(getchar) P(getchar_unlocked)
P(getcontext) P(getcpu) P(getcwd) P(getdate) P(getdate_r) P(getdelim) P(getdents64)
P(getdirentries) P(getdirentries64) P(getdomainname) P(getdtablesize) P(getegid) P(getentropy)
P(getenv) P(geteuid) P(getgid) P(getgrent) P(getgrent_r) P(getgrgid) P(getgrgid_r) P(getgrnam)
P(getgrnam_r) P(getgrouplist) P(getgroups) P(gethostbyaddr) P(gethostbyaddr_r) P(gethostbyname)
P(gethostbyname2) P(gethostbyname2_r) P(gethostbyname_r) P(gethostent) P(gethostent_r)
P(gethostid) P(gethostname) P(getifaddrs) P(getipv4sourcefilter) P(getitimer) P(getline)
P(getloadavg) P(getlogin) P(getlogin_r) P(getmntent) P(getmntent_r) P(getnameinfo) P(getnetbyaddr)
P(getnetbyaddr_r) P(getnetbyname) P(getnetbyname_r) P(getnetent) P(getnetent_r) P(getnetgrent)
P(getnetgrent_r) P(getopt) P(getopt_long) P(getopt_long_only) P(getpagesize) P(getpass)
P(getpayload) P(getpayloadf) P(getpayloadl) P(getpeername) P(getpgid) P(getpgrp) P(getpid)
P(getppid) P(getpriority) P(getprotobyname) P(getprotobyname_r) P(getprotobynumber)
P(getprotobynumber_r) P(getprotoent) P(getprotoent_r) P(getpt) P(getpw) P(getpwent) P(getpwent_r)
P(getpwnam) P(getpwnam_r) P(getpwuid) P(getpwuid_r) P(getresgid) P(getresuid) P(getrlimit)
P(getrlimit64) P(getrpcbyname) P(getrpcbyname_r) P(getrpcbynumber) P(getrpcbynumber_r)
P(getrpcent) P(getrpcent_r) P(getrusage) P(getservbyname) P(getservbyname_r) P(getservbyport)
P(getservbyport_r) P(getservent) P(getservent_r) P(getsid) P(getsockname) P(getsockopt)
P(getsourcefilter) P(getsubopt) P(gettid) P(gettimeofday) P(getuid) P(getusershell) P(getutent)
P(getutent_r) P(getutid) P(getutid_r) P(getutline) P(getutline_r) P(getutmp) P(getutmpx)
P(getutxent) P(getutxid) P(getutxline) P(getw) P(getwc) P(getwc_unlocked) P(getwchar)
P(getwchar_unlocked) P(getwd) P(getxattr) P(glob) P(glob64) P(glob_pattern_p) P(globfree)
P(globfree64) P(gmtime) P(gmtime_r) P(grantpt) P(group_member) P(gsignal) P(hasmntopt) P(hcreate)
P(hcreate_r) P(hdestroy) P(hdestroy_r) P(herror) P(hsearch) P(hsearch_r) P(hstrerror) P(htonl)
P(htons) P(hypot) P(hypotf) P(hypotl) P(iconv) P(iconv_close) P(iconv_open) P(if_freenameindex)
P(if_indextoname) P(if_nameindex) P(if_nametoindex) P(ilogb) P(ilogbf) P(ilogbl) P(imaxabs)
P(imaxdiv) P(index) P(inet6_opt_append) P(inet6_opt_find) P(inet6_opt_finish) P(inet6_opt_get_val)
P(inet6_opt_init) P(inet6_opt_next) P(inet6_opt_set_val) P(inet6_option_alloc)
P(inet6_option_append) P(inet6_option_find) P(inet6_option_init) P(inet6_option_next)
P(inet6_option_space) P(inet6_rth_add) P(inet6_rth_getaddr) P(inet6_rth_init) P(inet6_rth_reverse)
P(inet6_rth_segments) P(inet6_rth_space) P(inet_addr) P(inet_aton) P(inet_lnaof) P(inet_makeaddr)
P(inet_netof) P(inet_network) P(inet_nsap_addr) P(inet_nsap_ntoa) P(inet_ntoa) P(inet_ntop)
P(inet_pton) P(initgroups) P(initstate) P(initstate_r) P(innetgr) P(inotify_add_watch)
P(inotify_init) P(inotify_init1) P(inotify_rm_watch) P(insque) P(ioctl) P(iruserok) P(iruserok_af)
P(isalnum) P(isalnum_l) P(isalpha) P(isalpha_l) P(isascii) P(isatty) P(isblank) P(isblank_l)
P(iscntrl) P(iscntrl_l) P(isctype) P(isdigit) P(isdigit_l) P(isfdtype) P(isgraph) P(isgraph_l)
P(isinf) P(isinff) P(isinfl) P(islower) P(islower_l) P(isnan) P(isnanf) P(isnanl) P(isprint)
P(isprint_l) P(ispunct) P(ispunct_l) P(isspace) P(isspace_l) P(isupper) P(isupper_l) P(iswalnum)
P(iswalnum_l) P(iswalpha) P(iswalpha_l) P(iswblank) P(iswblank_l) P(iswcntrl) P(iswcntrl_l)
P(iswctype) P(iswctype_l) P(iswdigit) P(iswdigit_l) P(iswgraph) P(iswgraph_l) P(iswlower)
P(iswlower_l) P(iswprint) P(iswprint_l) P(iswpunct) P(iswpunct_l) P(iswspace) P(iswspace_l)
P(iswupper) P(iswupper_l) P(iswxdigit) P(iswxdigit_l) P(isxdigit) P(isxdigit_l) P(j0) P(j0f)
P(j0l) P(j1) P(j1f) P(j1l) P(jn) P(jnf) P(jnl) P(jrand48) P(jrand48_r) P(kill) P(killpg) P(l64a)
P(labs) P(lchmod) P(lchown) P(lcong48) P(lcong48_r) P(ldexp) P(ldexpf) P(ldexpl) P(ldiv) P(lfind)
P(lgamma) P(lgamma_r) P(lgammaf) P(lgammaf32_r) P(lgammaf32x_r) P(lgammaf64_r) P(lgammaf64x_r)
P(lgammaf_r) P(lgammal) P(lgammal_r) P(lgetxattr) P(link) P(linkat) P(lio_listio) P(lio_listio64)
P(listen) P(listxattr) P(llabs) P(lldiv) P(llistxattr) P(llogb) P(llogbf) P(llogbl) P(llrint)
P(llrintf) P(llrintl) P(llround) P(llroundf) P(llroundl) P(localeconv) P(localtime) P(localtime_r)
P(lockf) P(log) P(log10) P(log10f) P(log10l) P(log1p) P(log1pf) P(log1pl) P(log2) P(log2f)
P(log2l) P(logb) P(logbf) P(logbl) P(logf) P(login) P(login_tty) P(logl) P(logout) P(logwtmp)
P(longjmp) P(lrand48) P(lrand48_r) P(lremovexattr) P(lrint) P(lrintf) P(lrintl) P(lround)
P(lroundf) P(lroundl) P(lsearch) P(lseek) P(lseek64) P(lsetxattr) P(lstat) P(lstat64) P(lutimes)
P(madvise) P(makecontext) P(mallinfo) P(mallinfo2) P(malloc) P(malloc_info) P(malloc_stats)
P(malloc_trim) P(malloc_usable_size) P(mallopt) P(mblen) P(mbrlen) P(mbrtoc16) P(mbrtoc32)
P(mbrtoc8) P(mbrtowc) P(mbsinit) P(mbsnrtowcs) P(mbsrtowcs) P(mbstowcs) P(mbtowc) P(memalign)
P(memccpy) P(memchr) P(memcmp) P(memcpy) P(memfd_create) P(memfrob) P(memmem) P(memmove)
P(mempcpy) P(memrchr) P(memset) P(mincore) P(mkdir) P(mkdirat) P(mkdtemp) P(mkfifo) P(mkfifoat)
P(mknod) P(mknodat) P(mkostemp) P(mkostemp64) P(mkostemps) P(mkostemps64) P(mkstemp) P(mkstemp64)
P(mkstemps) P(mkstemps64) P(mktemp) P(mktime) P(mlock) P(mlock2) P(mlockall) P(mmap) P(mmap64)
P(modf) P(modff) P(modfl) P(mount) P(mount_setattr) P(move_mount) P(mprotect) P(mq_close)
P(mq_getattr) P(mq_notify) P(mq_open) P(mq_receive) P(mq_send) P(mq_setattr) P(mq_timedreceive)
P(mq_timedsend) P(mq_unlink) P(mrand48) P(mrand48_r) P(mremap) P(msgctl) P(msgget) P(msgrcv)
P(msgsnd) P(msync) P(mtx_destroy) P(mtx_init) P(mtx_lock) P(mtx_timedlock) P(mtx_trylock)
P(mtx_unlock) P(munlock) P(munlockall) P(munmap) P(name_to_handle_at) P(nan) P(nanf) P(nanl)
P(nanosleep) P(nearbyint) P(nearbyintf) P(nearbyintl) P(newlocale) P(nextafter) P(nextafterf)
P(nextafterl) P(nextdown) P(nextdownf) P(nextdownl) P(nexttoward) P(nexttowardf) P(nexttowardl)
P(nextup) P(nextupf) P(nextupl) P(nftw) P(nftw64) P(nice) P(nl_langinfo) P(nl_langinfo_l)
P(nrand48) P(nrand48_r) P(ns_name_compress) P(ns_name_ntop) P(ns_name_pack) P(ns_name_pton)
P(ns_name_skip) P(ns_name_uncompress) P(ns_name_unpack) P(ntohl) P(ntohs) P(obstack_printf)
P(obstack_vprintf) P(on_exit) P(open) P(open64) P(open_by_handle_at) P(open_memstream)
P(open_tree) P(open_wmemstream) P(openat) P(openat64) P(opendir) P(openlog) P(pathconf) P(pause)
P(pclose) P(perror) P(personality) P(pipe) P(pipe2) P(pkey_alloc) P(pkey_free) P(pkey_get)
P(pkey_mprotect) P(pkey_set) P(poll) P(popen) P(posix_fadvise) P(posix_fadvise64)
P(posix_fallocate) P(posix_fallocate64) P(posix_madvise) P(posix_memalign) P(posix_openpt)
P(posix_spawn) P(posix_spawn_file_actions_addchdir_np) P(posix_spawn_file_actions_addclose)
P(posix_spawn_file_actions_addclosefrom_np) P(posix_spawn_file_actions_adddup2)
P(posix_spawn_file_actions_addfchdir_np) P(posix_spawn_file_actions_addopen)
P(posix_spawn_file_actions_addtcsetpgrp_np) P(posix_spawn_file_actions_destroy)
P(posix_spawn_file_actions_init) P(posix_spawnattr_destroy) P(posix_spawnattr_getflags)
P(posix_spawnattr_getpgroup) P(posix_spawnattr_getschedparam) P(posix_spawnattr_getschedpolicy)
P(posix_spawnattr_getsigdefault) P(posix_spawnattr_getsigmask) P(posix_spawnattr_init)
P(posix_spawnattr_setflags) P(posix_spawnattr_setpgroup) P(posix_spawnattr_setschedparam)
P(posix_spawnattr_setschedpolicy) P(posix_spawnattr_setsigdefault) P(posix_spawnattr_setsigmask)
P(posix_spawnp) P(pow) P(powf) P(powl) P(ppoll) P(prctl) P(pread) P(pread64) P(preadv) P(preadv2)
P(preadv64) P(preadv64v2) P(printf) P(prlimit) P(prlimit64) P(process_madvise) P(process_mrelease)
P(process_vm_readv) P(process_vm_writev) P(profil) P(pselect) P(psiginfo) P(psignal)
P(pthread_atfork) P(pthread_attr_destroy) P(pthread_attr_getaffinity_np)
P(pthread_attr_getdetachstate) P(pthread_attr_getguardsize) P(pthread_attr_getinheritsched)
P(pthread_attr_getschedparam) P(pthread_attr_getschedpolicy) P(pthread_attr_getscope)
P(pthread_attr_getsigmask_np) P(pthread_attr_getstack) P(pthread_attr_getstackaddr)
P(pthread_attr_getstacksize) P(pthread_attr_init) P(pthread_attr_setaffinity_np)
P(pthread_attr_setdetachstate) P(pthread_attr_setguardsize) P(pthread_attr_setinheritsched)
P(pthread_attr_setschedparam) P(pthread_attr_setschedpolicy) P(pthread_attr_setscope)
P(pthread_attr_setsigmask_np) P(pthread_attr_setstack) P(pthread_attr_setstackaddr)
P(pthread_attr_setstacksize) P(pthread_barrier_destroy) P(pthread_barrier_init)
P(pthread_barrier_wait) P(pthread_barrierattr_destroy) P(pthread_barrierattr_getpshared)
P(pthread_barrierattr_init) P(pthread_barrierattr_setpshared) P(pthread_cancel)
P(pthread_clockjoin_np) P(pthread_cond_broadcast) P(pthread_cond_clockwait)
P(pthread_cond_destroy) P(pthread_cond_init) P(pthread_cond_signal) P(pthread_cond_timedwait)
P(pthread_cond_wait) P(pthread_condattr_destroy) P(pthread_condattr_getclock)
P(pthread_condattr_getpshared) P(pthread_condattr_init) P(pthread_condattr_setclock)
P(pthread_condattr_setpshared) P(pthread_create) P(pthread_detach) P(pthread_equal)
P(pthread_exit) P(pthread_getaffinity_np) P(pthread_getattr_default_np) P(pthread_getattr_np)
P(pthread_getconcurrency) P(pthread_getcpuclockid) P(pthread_getname_np) P(pthread_getschedparam)
P(pthread_getspecific) P(pthread_join) P(pthread_key_create) P(pthread_key_delete) P(pthread_kill)
P(pthread_mutex_clocklock) P(pthread_mutex_consistent) P(pthread_mutex_consistent_np)
P(pthread_mutex_destroy) P(pthread_mutex_getprioceiling) P(pthread_mutex_init)
P(pthread_mutex_lock) P(pthread_mutex_setprioceiling) P(pthread_mutex_timedlock)
P(pthread_mutex_trylock) P(pthread_mutex_unlock) P(pthread_mutexattr_destroy)
P(pthread_mutexattr_getprioceiling) P(pthread_mutexattr_getprotocol)
P(pthread_mutexattr_getpshared) P(pthread_mutexattr_getrobust) P(pthread_mutexattr_getrobust_np)
P(pthread_mutexattr_gettype) P(pthread_mutexattr_init) P(pthread_mutexattr_setprioceiling)
P(pthread_mutexattr_setprotocol) P(pthread_mutexattr_setpshared) P(pthread_mutexattr_setrobust)
P(pthread_mutexattr_setrobust_np) P(pthread_mutexattr_settype) P(pthread_once)
P(pthread_rwlock_clockrdlock) P(pthread_rwlock_clockwrlock) P(pthread_rwlock_destroy)
P(pthread_rwlock_init) P(pthread_rwlock_rdlock) P(pthread_rwlock_timedrdlock)
P(pthread_rwlock_timedwrlock) P(pthread_rwlock_tryrdlock) P(pthread_rwlock_trywrlock)
P(pthread_rwlock_unlock) P(pthread_rwlock_wrlock) P(pthread_rwlockattr_destroy)
P(pthread_rwlockattr_getkind_np) P(pthread_rwlockattr_getpshared) P(pthread_rwlockattr_init)
P(pthread_rwlockattr_setkind_np) P(pthread_rwlockattr_setpshared) P(pthread_self)
P(pthread_setaffinity_np) P(pthread_setattr_default_np) P(pthread_setcancelstate)
P(pthread_setcanceltype) P(pthread_setconcurrency) P(pthread_setname_np) P(pthread_setschedparam)
P(pthread_setschedprio) P(pthread_setspecific) P(pthread_sigmask) P(pthread_sigqueue)
P(pthread_spin_destroy) P(pthread_spin_init) P(pthread_spin_lock) P(pthread_spin_trylock)
P(pthread_spin_unlock) P(pthread_testcancel) P(pthread_timedjoin_np) P(pthread_tryjoin_np)
P(pthread_yield) P(ptrace) P(ptsname) P(ptsname_r) P(putc) P(putc_unlocked) P(putchar)
P(putchar_unlocked) P(putenv) P(putgrent) P(putpwent) P(puts) P(pututline) P(pututxline) P(putw)
P(putwc) P(putwc_unlocked) P(putwchar) P(putwchar_unlocked) P(pvalloc) P(pwrite) P(pwrite64)
P(pwritev) P(pwritev2) P(pwritev64) P(pwritev64v2) P(qecvt) P(qecvt_r) P(qfcvt) P(qfcvt_r)
P(qgcvt) P(qsort) P(qsort_r) P(quick_exit) P(raise) P(rand) P(rand_r) P(random) P(random_r)
P(rawmemchr) P(rcmd) P(rcmd_af) P(re_compile_fastmap) P(re_compile_pattern) P(re_match)
P(re_match_2) P(re_search) P(re_search_2) P(re_set_registers) P(re_set_syntax) P(read)
P(readahead) P(readdir) P(readdir64) P(readdir64_r) P(readdir_r) P(readlink) P(readlinkat)
P(readv) P(realloc) P(reallocarray) P(realpath) P(reboot) P(recv) P(recvfrom) P(recvmmsg)
P(recvmsg) P(regcomp) P(regerror) P(regexec) P(regfree) P(remainder) P(remainderf) P(remainderl)
P(remap_file_pages) P(remove) P(removexattr) P(remque) P(remquo) P(remquof) P(remquol) P(rename)
P(renameat) P(renameat2) P(res_dnok) P(res_hnok) P(res_mailok) P(res_mkquery) P(res_nmkquery)
P(res_nquery) P(res_nquerydomain) P(res_nsearch) P(res_nsend) P(res_ownok) P(res_query)
P(res_querydomain) P(res_search) P(res_send) P(revoke) P(rewind) P(rewinddir) P(rexec) P(rexec_af)
P(rindex) P(rint) P(rintf) P(rintl) P(rmdir) P(round) P(roundeven) P(roundevenf) P(roundevenl)
P(roundf) P(roundl) P(rpmatch) P(rresvport) P(rresvport_af) P(ruserok) P(ruserok_af) P(sbrk)
P(scalb) P(scalbf) P(scalbl) P(scalbln) P(scalblnf) P(scalblnl) P(scalbn) P(scalbnf) P(scalbnl)
P(scandir) P(scandir64) P(scandirat) P(scandirat64) P(scanf) P(sched_get_priority_max)
P(sched_get_priority_min) P(sched_getaffinity) P(sched_getcpu) P(sched_getparam)
P(sched_getscheduler) P(sched_rr_get_interval) P(sched_setaffinity) P(sched_setparam)
P(sched_setscheduler) P(sched_yield) P(secure_getenv) P(seed48) P(seed48_r) P(seekdir) P(select)
P(sem_clockwait) P(sem_close) P(sem_destroy) P(sem_getvalue) P(sem_init) P(sem_open) P(sem_post)
P(sem_timedwait) P(sem_trywait) P(sem_unlink) P(sem_wait) P(semctl) P(semget) P(semop)
P(semtimedop) P(send) P(sendfile) P(sendfile64) P(sendmmsg) P(sendmsg) P(sendto) P(setbuf)
P(setbuffer) P(setcontext) P(setdomainname) P(setegid) P(setenv) P(seteuid) P(setgid) P(setgrent)
P(setgroups) P(sethostent) P(sethostid) P(sethostname) P(setipv4sourcefilter) P(setitimer)
P(setjmp) P(setlinebuf) P(setlocale) P(setlogin) P(setlogmask) P(setmntent) P(setnetent)
P(setnetgrent) P(setns) P(setpayload) P(setpayloadf) P(setpayloadl) P(setpayloadsig)
P(setpayloadsigf) P(setpayloadsigl) P(setpgid) P(setpgrp) P(setpriority) P(setprotoent)
P(setpwent) P(setregid) P(setresgid) P(setresuid) P(setreuid) P(setrlimit) P(setrlimit64)
P(setrpcent) P(setservent) P(setsid) P(setsockopt) P(setsourcefilter) P(setstate) P(setstate_r)
P(settimeofday) P(setuid) P(setusershell) P(setutent) P(setutxent) P(setvbuf) P(setxattr)
P(shm_open) P(shm_unlink) P(shmat) P(shmctl) P(shmdt) P(shmget) P(shutdown) P(sigabbrev_np)
P(sigaction) P(sigaddset) P(sigaltstack) P(sigandset) P(sigblock) P(sigdelset) P(sigdescr_np)
P(sigemptyset) P(sigfillset) P(siggetmask) P(sighold) P(sigignore) P(siginterrupt)
P(sigisemptyset) P(sigismember) P(siglongjmp) P(signal) P(signalfd) P(significand) P(significandf)
P(significandl) P(sigorset) P(sigpause) P(sigpending) P(sigprocmask) P(sigqueue) P(sigrelse)
P(sigreturn) P(sigset) P(sigsetmask) P(sigstack) P(sigsuspend) P(sigtimedwait) P(sigwait)
P(sigwaitinfo) P(sin) P(sincos) P(sincosf) P(sincosl) P(sinf) P(sinh) P(sinhf) P(sinhl) P(sinl)
P(sleep) P(snprintf) P(sockatmark) P(socket) P(socketpair) P(splice) P(sprintf) P(sqrt) P(sqrtf)
P(sqrtl) P(srand) P(srand48) P(srand48_r) P(srandom) P(srandom_r) P(sscanf) P(ssignal) P(stat)
P(stat64) P(statvfs) P(statvfs64) P(statx) P(stpcpy) P(stpncpy) P(strcasecmp) P(strcasecmp_l)
P(strcasestr) P(strcat) P(strchr) P(strchrnul) P(strcmp) P(strcoll) P(strcoll_l) P(strcpy)
P(strcspn) P(strdup) P(strerror) P(strerror_l) P(strerror_r) P(strerrordesc_np) P(strerrorname_np)
P(strfromd) P(strfromf) P(strfroml) P(strfry) P(strftime) P(strftime_l) P(strlen) P(strncasecmp)
P(strncasecmp_l) P(strncat) P(strncmp) P(strncpy) P(strndup) P(strnlen) P(strpbrk) P(strptime)
P(strptime_l) P(strrchr) P(strsep) P(strsignal) P(strspn) P(strstr) P(strtod) P(strtod_l)
P(strtof) P(strtof32_l) P(strtof32x_l) P(strtof64_l) P(strtof64x_l) P(strtof_l) P(strtoimax)
P(strtok) P(strtok_r) P(strtol) P(strtol_l) P(strtold) P(strtold_l) P(strtoll) P(strtoll_l)
P(strtoq) P(strtoul) P(strtoul_l) P(strtoull) P(strtoull_l) P(strtoumax) P(strtouq) P(strverscmp)
P(strxfrm) P(strxfrm_l) P(swab) P(swapcontext) P(swapoff) P(swapon) P(swprintf) P(swscanf)
P(symlink) P(symlinkat) P(sync) P(sync_file_range) P(syncfs) P(syscall) P(sysconf) P(sysinfo)
P(syslog) P(system) P(sysv_signal) P(tan) P(tanf) P(tanh) P(tanhf) P(tanhl) P(tanl) P(tcdrain)
P(tcflow) P(tcflush) P(tcgetattr) P(tcgetpgrp) P(tcgetsid) P(tcsendbreak) P(tcsetattr)
P(tcsetpgrp) P(tdelete) P(tdestroy) P(tee) P(telldir) P(tempnam) P(tfind) P(tgamma) P(tgammaf)
P(tgammal) P(tgkill) P(thrd_create) P(thrd_current) P(thrd_detach) P(thrd_equal) P(thrd_exit)
P(thrd_join) P(thrd_sleep) P(thrd_yield) P(time) P(timegm) P(timelocal) P(timer_create)
P(timer_delete) P(timer_getoverrun) P(timer_gettime) P(timer_settime) P(timerfd_create)
P(timerfd_gettime) P(timerfd_settime) P(times) P(timespec_get) P(timespec_getres) P(tmpfile)
P(tmpfile64) P(tmpnam) P(tmpnam_r) P(toascii) P(tolower) P(tolower_l) P(totalorder) P(totalorderf)
P(totalorderl) P(totalordermag) P(totalordermagf) P(totalordermagl) P(toupper) P(toupper_l)
P(towctrans) P(towctrans_l) P(towlower) P(towlower_l) P(towupper) P(towupper_l) P(trunc)
P(truncate) P(truncate64) P(truncf) P(truncl) P(tsearch) P(tss_create) P(tss_delete) P(tss_get)
P(tss_set) P(ttyname) P(ttyname_r) P(ttyslot) P(twalk) P(twalk_r) P(tzset) P(ualarm) P(ufromfp)
P(ufromfpf) P(ufromfpl) P(ufromfpx) P(ufromfpxf) P(ufromfpxl) P(ulimit) P(umask) P(umount)
P(umount2) P(uname) P(ungetc) P(ungetwc) P(unlink) P(unlinkat) P(unlockpt) P(unsetenv) P(unshare)
P(updwtmp) P(updwtmpx) P(uselocale) P(usleep) P(utime) P(utimensat) P(utimes) P(utmpname)
P(utmpxname) P(valloc) P(vasprintf) P(vdprintf) P(verr) P(verrx) P(versionsort) P(versionsort64)
P(vfork) P(vfprintf) P(vfscanf) P(vfwprintf) P(vfwscanf) P(vhangup) P(vmsplice) P(vprintf)
P(vscanf) P(vsnprintf) P(vsprintf) P(vsscanf) P(vswprintf) P(vswscanf) P(vsyslog) P(vwarn)
P(vwarnx) P(vwprintf) P(vwscanf) P(wait) P(wait3) P(wait4) P(waitid) P(waitpid) P(warn) P(warnx)
P(wcpcpy) P(wcpncpy) P(wcrtomb) P(wcscasecmp) P(wcscasecmp_l) P(wcscat) P(wcschr) P(wcschrnul)
P(wcscmp) P(wcscoll) P(wcscoll_l) P(wcscpy) P(wcscspn) P(wcsdup) P(wcsftime) P(wcsftime_l)
P(wcslen) P(wcsncasecmp) P(wcsncasecmp_l) P(wcsncat) P(wcsncmp) P(wcsncpy) P(wcsnlen)
P(wcsnrtombs) P(wcspbrk) P(wcsrchr) P(wcsrtombs) P(wcsspn) P(wcsstr) P(wcstod) P(wcstod_l)
P(wcstof) P(wcstof32_l) P(wcstof32x_l) P(wcstof64_l) P(wcstof64x_l) P(wcstof_l) P(wcstoimax)
P(wcstok) P(wcstol) P(wcstol_l) P(wcstold) P(wcstold_l) P(wcstoll) P(wcstoll_l) P(wcstombs)
P(wcstoq) P(wcstoul) P(wcstoul_l) P(wcstoull) P(wcstoull_l) P(wcstoumax) P(wcstouq) P(wcswcs)
P(wcswidth) P(wcsxfrm) P(wcsxfrm_l) P(wctob) P(wctomb) P(wctrans) P(wctrans_l) P(wctype)
P(wctype_l) P(wcwidth) P(wmemchr) P(wmemcmp) P(wmemcpy) P(wmemmove) P(wmempcpy) P(wmemset)
P(wordexp) P(wordfree) P(wprintf) P(write) P(writev) P(wscanf) P(y0) P(y0f) P(y0l) P(y1) P(y1f)
P(y1l) P(yn) P(ynf) P(ynl)
};
