#!/usr/bin/python3
"""sarif_import.py FILE: what the SARIF importers of CodeChecker (report-converter) and
DefectDojo need beyond the schema, restated from their public sources, which it follows member
by member (Ericsson/codechecker, tools/report-converter/codechecker_report_converter/report/
parser/sarif.py, 1703ffe; DefectDojo/django-DefectDojo, dojo/tools/sarif/parser.py, 009a4f1):
CodeChecker puts a path behind the base as it is, and drops
the whole file if a 'uriBaseId' has no base, and results without a file and a line;
DefectDojo fails on an empty list of locations, a region without a line, and a finding
without a title, and passes over results of other kinds than "fail"."""
import datetime, json, sys
from urllib.parse import urlparse


def need(condition, what):
    if not condition:
        sys.exit(what)


def text(message, rule, where):
    if "text" in message:
        need(isinstance(message["text"], str) and message["text"], f"{where}: empty text")
    else:
        need(rule and message["id"] in rule.get("messageStrings", {}), f"{where}: no text")


def place(location, bases, where):
    """Whether CodeChecker finds a file and a line."""
    physical = location.get("physicalLocation")
    if not physical:
        return False
    artifact = physical.get("artifactLocation", {})
    need(isinstance(artifact.get("uri"), str) and artifact["uri"], f"{where}: no uri")
    if "uriBaseId" in artifact:
        base = bases.get(artifact["uriBaseId"], {})
        need(base.get("uri"), f"{where}: {artifact['uriBaseId']} has no uri in originalUriBaseIds")
        need(artifact["uri"][0] != "/", f"{where}: an absolute uri with a base")
        need(base["uri"].endswith("/"), f"{where}: {artifact['uriBaseId']} does not end with a slash")
    else:
        # Of the SARIF Multitool: SARIF1004.
        need(artifact["uri"][0] != "/", f"{where}: a path is no URI")
    need(urlparse(artifact["uri"]).path, f"{where}: {artifact['uri']} has no path")
    region = physical.get("region")
    need(region is None or "startLine" in region, f"{where}: a region without startLine")
    return region is not None


def result(r, rules, bases, where):
    need(r["ruleId"] in rules, f"{where}: rule {r['ruleId']} is not defined")
    text(r["message"], rules[r["ruleId"]], where)
    need(r.get("level", "warning") in ("none", "note", "warning", "error"), f"{where}: level")
    if "locations" in r:
        need(r["locations"], f"{where}: empty locations")
    found = any([place(x, bases, where) for x in r.get("locations", [])])
    need(found or r.get("kind", "fail") != "fail", f"{where}: no file and line")
    for flow in r.get("codeFlows", []):
        for thread in flow.get("threadFlows", []):
            for step in thread["locations"]:
                if "message" in step["location"]:
                    text(step["location"]["message"], rules[r["ruleId"]], where)
                    place(step["location"], bases, where)


log = json.load(open(sys.argv[1], encoding="utf-8"))
need(log["version"] == "2.1.0" and log["runs"], "no runs")
for run in log["runs"]:
    driver = run["tool"]["driver"]
    need(driver["name"], "the tool has no name")
    rules = {rule["id"]: rule for rule in driver.get("rules", [])}
    need(len(rules) == len(driver.get("rules", [])), "a rule is defined twice")
    for rule in rules.values():
        for relation in rule.get("relationships", []):
            need(relation["target"]["id"], "a relationship without a target")
        float(rule.get("properties", {}).get("security-severity", 0))
    for invocation in run.get("invocations", [])[-1:]:
        if "endTimeUtc" in invocation:
            datetime.datetime.fromisoformat(invocation["endTimeUtc"].replace("Z", "+00:00"))
    for i, r in enumerate(run["results"]):
        result(r, rules, run.get("originalUriBaseIds", {}), f"result {i}")
