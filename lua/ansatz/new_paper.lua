-- ansatz new-paper: makes a folder for a paper outside of this tree, whose tables, plots and numbers come from an
-- experiment. It compiles without changes.
local host = require "ansatz.host"
local shell = require "ansatz.shell"
local system = host.system

local files = {}

files["experiment.lua"] = [[
-- The experiment of this paper: `make` runs it (what is done already is not run again) and typesets paper.tex, which takes all its tables, plots and
-- numbers from results/. `ansatz modules` lists what a configuration can be made of.
local az = require "ansatz"

local results = az.run(az.experiment {
  name = "paper",
  suites = { az.suite { name = "own", "tasks/*.yml" } }, -- add the suites that you compare on
  configs = {
    az.sweep { name = "intervals", mode = "kiki", domain = interval { strategy = binsearch() }, k = { 1, 2, 4 } },
    az.config { name = "default" },
  },
  limits = { cpu = 10, memory = "2 GB" },
})

print(results:table())
results:table { file = "table.tex", compact = true, columns = { "right", "time" } }
results:macros { file = "macros.tex" }
results:quantile { file = "quantile", tex_width = "0.8\\linewidth" }
results:lines { file = "growth", axis = "k", measure = "right", tex_width = "0.8\\linewidth" }
results:html { file = "results.html" }
results:csv { file = "results.csv" }
]]

files["tasks/even.yml"] = [[
format_version: "2.0"
input_files: even.c
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
]]
files["tasks/odd.yml"] = files["tasks/even.yml"]:gsub("even%.c", "odd.c"):gsub("expected_verdict: true", "expected_verdict: false")
files["tasks/unreach-call.prp"] = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
local program = [[
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int())
    if (x < 100) x = x + 2;
  if (%s) reach_error();
  return 0;
}
]]
files["tasks/even.c"] = program:format "x > 101"
files["tasks/odd.c"] = program:format "x == 6"

files["references.bib"] = [[
@inproceedings{kroening2023,
  author    = {Daniel Kroening and Viktor Mal{\'i}k and Peter Schrammel and Tom{\'a}{\v{s}} Vojnar},
  title     = {{2LS} for Program Analysis},
  year      = {2023},
}
]]

files["Makefile"] = [[
# make: run the experiment and typeset; make text: typeset alone; JOBS=2: two runs at a time.
ANSATZ ?= $(or $(shell command -v ansatz),@program@)
JOBS ?= 1

all: results/macros.tex text

results/macros.tex: experiment.lua $(wildcard tasks/*)
	$(ANSATZ) run experiment.lua --out results --jobs $(JOBS)

text:
	@command -v pdflatex >/dev/null || { echo "pdflatex is not installed: the parts are in results/"; exit 0; }; \
	for round in 1 2; do pdflatex -interaction=nonstopmode -halt-on-error paper.tex >paper.out || { grep -A3 '^!' paper.out; exit 1; }; \
	  [ $$round = 2 ] || bibtex paper >bib.out || { cat bib.out; exit 1; }; done; pdflatex -interaction=nonstopmode paper.tex >paper.out

clean:
	rm -f paper.aux paper.bbl paper.blg paper.log paper.out paper.pdf bib.out

.PHONY: all text clean
]]

files[".gitignore"] = "paper.aux\npaper.bbl\npaper.blg\npaper.log\npaper.out\nbib.out\nresults/work\n"

local head = { llncs = "\\documentclass[runningheads]{llncs}", article = "\\documentclass[11pt]{article}\n\\usepackage[margin=3cm]{geometry}" }
local author = { llncs = "\\author{Author}\n\\institute{Institute}", article = "\\author{Author}" }
local text = [[
%% Numbers, tables and plots come from results/ (`make`); before the first run their places are empty.
%s
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{booktabs,longtable,graphicx,pgfplots}
\pgfplotsset{compat=1.16}
\newcommand{\result}[1]{\IfFileExists{results/#1.tex}{\input{results/#1}}{\emph{results/#1.tex: run make}}}
%% A number of the experiment: \num{azPaperDefaultRight}
\newcommand{\num}[1]{\ifcsname #1\endcsname\csname #1\endcsname\else ??\fi}
\InputIfFileExists{results/macros.tex}{}{}
\begin{document}
\title{%s}
%s
\maketitle
\begin{abstract}
The default configuration proves or refutes \num{azPaperDefaultRight} of \num{azPaperDefaultTasks} tasks.
\end{abstract}

\section{Introduction}
Template-based synthesis of invariants with k-induction~\cite{kroening2023}.

\section{Experiments}
Each run had \num{azPaperCpuLimit}\,s of CPU time.

\begin{table}[t]
\centering
\caption{Right verdicts and their CPU time.}\label{tab:right}
\result{table}
\end{table}

\begin{figure}[t]
\centering
\result{quantile}
\caption{Tasks solved within a time.}\label{fig:quantile}
\end{figure}

\begin{figure}[t]
\centering
\result{growth}
\caption{Right verdicts by the number of copies of a loop.}\label{fig:growth}
\end{figure}

\bibliographystyle{%s}
\bibliography{references}
\end{document}
]]

local new_paper = {
  least = 1,
  usage = [[
usage: ansatz new-paper FOLDER

Makes a folder for a paper: a text (LNCS where its class is installed, else article), an experiment with
two tasks, a bibliography and a Makefile. 'make' runs the experiment, which writes tables, plots and a
macro for each number, and typesets the text; 'make text' typesets alone.
]],
}

function new_paper.run(_, words)
  local folder = words[1]
  if #words ~= 1 then host.fail "one folder is needed: ansatz new-paper FOLDER" end
  if system.kind(folder) then host.fail(("%s is there already"):format(folder)) end
  for _, sub in ipairs { "", "/tasks" } do
    local made, why = system.make_folder(folder .. sub)
    if not made then host.fail("cannot write: " .. why) end
  end
  local class = select(2, shell.run "kpsewhich llncs.cls") == 0 and "llncs" or "article"
  local title = folder:match "([^/]+)/*$":gsub("[-_]+", " ")
  local names = {}
  for name in pairs(files) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do shell.write(folder .. "/" .. name, (files[name]:gsub("@program@", shell.quote(system.program())))) end
  shell.write(folder .. "/paper.tex", text:format(head[class], require "ansatz.text".escape(title), author[class], class == "llncs" and "splncs04" or "plain"))
  print(("new-paper: %s: paper.tex (%s%s), experiment.lua, tasks, references.bib, Makefile; 'make' there runs and typesets it"):format(folder, class,
    class == "article" and ": the class llncs is not installed" or ""))
  return 0
end

return new_paper
