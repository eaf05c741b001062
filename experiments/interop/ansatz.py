"""BenchExec's tool-info module for Ansatz. Put its folder on PYTHONPATH: `PYTHONPATH=experiments benchexec experiments/interop/ansatz.xml`."""

import re

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("ansatz", subdir="bin")

    def name(self):
        return "Ansatz"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="ansatz")

    def cmdline(self, executable, options, task, rlimits):
        options = ["verify", *options]
        if rlimits.cputime:
            options += ["--timeout", str(rlimits.cputime)]
        if rlimits.walltime:
            options += ["--wall", str(rlimits.walltime)]
        if rlimits.memory:
            options += ["--memory", str(rlimits.memory)]
        if task.property_file:
            options += ["--property", task.property_file]
        if isinstance(task.options, dict) and task.options.get("data_model") in ("ILP32", "LP64"):
            options += ["--data-model", task.options["data_model"]]
        return [executable, *options, *task.input_files]

    def determine_result(self, run):
        for line in reversed(run.output):
            found = re.match(r"VERDICT: (true|false|unknown)(?:\((.*?)\)| \((.*)\))?$", line.strip())
            if not found:
                continue
            verdict, prop, reason = found.groups()
            if verdict == "true":
                return result.RESULT_TRUE_PROP
            if verdict == "false":
                return f"{result.RESULT_FALSE_PROP}({prop})"
            if (reason or "").startswith("timeout"):
                return "TIMEOUT"
            if (reason or "").startswith("out of memory"):
                return "OUT OF MEMORY"
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR
