"""Names the modules that are documented, lower ones first: those of products, and those with articles."""
import json
import pathlib
import re

project = pathlib.Path(__file__).resolve().parents[2]
floors = {name: facts['floor'] for name, facts in
          json.loads((project / 'Configs/layers.json').read_text())['targets'].items()}
manifest = (project / 'Package.swift').read_text()
products = re.findall(r'\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]', manifest)
names = {name for targets in products for name in re.findall(r'"(\w+)"', targets)}
names |= {folder.stem for folder in project.glob('Sources/*/*.docc')}
print(*sorted(names, key=lambda name: (floors[name], name)), sep='\n')
