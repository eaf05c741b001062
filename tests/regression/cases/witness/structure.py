"""structure.py FILE.yml ...: are these witnesses of version 2.0, or 2.1 if they have contracts? The structure is written down here from the description of the format (Ayaziova, Beyer,
Lingsch-Rosenfeld, Spiessl, Strejcek: Software Verification Witnesses 2.0, SPIN 2024), as a JSON schema that allows no other keys; status 77 without jsonschema or yaml."""
import sys

try:
    import jsonschema
    import yaml
except ImportError:
    sys.exit(77)


def record(required, optional=None):
    return {"type": "object", "required": list(required), "properties": {**required, **(optional or {})}, "additionalProperties": False}


def a_list(items, least=0):
    return {"type": "array", "items": items, "minItems": least}


text, number = {"type": "string", "minLength": 1}, {"type": "integer", "minimum": 1}
digest = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
location = record({"file_name": text, "line": number}, {"column": number, "function": text})
task = record({"input_files": a_list(text, 1), "input_file_hashes": {"type": "object", "minProperties": 1, "additionalProperties": digest},
               "specification": {"type": "string", "pattern": r"^(CHECK\( init\(\w+\(\)\), LTL\(.*\) \) ?)+$"}, "data_model": {"enum": ["ILP32", "LP64"]}, "language": {"const": "C"}})
metadata = record({"format_version": {"enum": ["2.0", "2.1"]}, "uuid": {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"},
                   "creation_time": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)$"},
                   "producer": record({"name": text, "version": text}, {"configuration": text, "command_line": text, "description": text}), "task": task})
invariant = record({"invariant": record({"type": {"enum": ["loop_invariant", "location_invariant"]}, "location": location, "value": text, "format": {"const": "c_expression"}})})

contract = record({"contract": record({"type": {"const": "function_contract"}, "location": location, "requires": text, "ensures": text, "format": {"const": "ext_c_expression"}})})


def waypoint(kind, constraint=None):
    fields = {"type": {"const": kind}, "action": {"enum": ["follow", "avoid"]}, "location": location}
    if constraint:
        fields["constraint"] = constraint
    if kind == "target":
        fields["action"] = {"const": "follow"}
    return record({"waypoint": record(fields)})


c_expression = record({"value": text}, {"format": {"const": "c_expression"}})
waypoints = [waypoint("target"), waypoint("function_enter"), waypoint("assumption", c_expression), waypoint("branching", record({"value": {"enum": ["true", "false"]}})),
             waypoint("function_return", record({"value": {"type": "string", "pattern": r"^\\result *(==|!=|<=|>=|<|>) *.+$"}, "format": {"const": "acsl_expression"}}))]
segment = record({"segment": a_list({"oneOf": waypoints}, 1)})
schema = a_list({"oneOf": [record({"entry_type": {"const": "invariant_set"}, "metadata": metadata, "content": a_list({"oneOf": [invariant, contract]})}),
                           record({"entry_type": {"const": "violation_sequence"}, "metadata": metadata, "content": a_list(segment, 1)})]}, 1)


class Loader(yaml.SafeLoader):
    """Dates stay text."""


Loader.yaml_implicit_resolvers = {k: [r for r in v if r[0] != "tag:yaml.org,2002:timestamp"] for k, v in yaml.SafeLoader.yaml_implicit_resolvers.items()}

for name in sys.argv[1:]:
    entries = yaml.load(open(name), Loader)
    jsonschema.validate(entries, schema)
    for entry in entries:
        task_of = entry["metadata"]["task"]
        contracts = any("contract" in part for part in entry["content"])
        assert entry["metadata"]["format_version"] == ("2.1" if contracts else "2.0"), "contracts came with 2.1"
        assert set(task_of["input_files"]) == set(task_of["input_file_hashes"]), "each input file has its hash"
        if entry["entry_type"] == "violation_sequence":
            last = [[w["waypoint"] for w in s["segment"]] for s in entry["content"]]
            follows = [[w["type"] for w in s if w["action"] == "follow"] for s in last]
            assert all(len(s) == 1 and w[-1]["action"] == "follow" for s, w in zip(follows, last)), "a segment ends with its one waypoint to follow"
            assert [s for s in follows if s == ["target"]] == follows[-1:], "the target comes last, and once"
