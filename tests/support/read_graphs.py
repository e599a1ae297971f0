"""Prints what networkx reads from the GraphML and DOT files named on the command line, a line of JSON each.

usage: python3 tests/support/read_graphs.py FILE...      needs networkx and pydot
"""

import json
import sys

import networkx

for path in sys.argv[1:]:
    if path.endswith(".graphml"):
        graph = networkx.read_graphml(path)
        names = {node: data["name"] for node, data in graph.nodes(data=True)}
    else:
        graph = networkx.nx_pydot.read_dot(path)
        names = {node: node for node in graph.nodes}
    arcs = [[names[a], names[b], data] for a, b, data in graph.edges(data=True)]
    print(json.dumps({"directed": graph.is_directed(), "nodes": list(names.values()), "arcs": arcs}))
