"""Checks a documentation site: check_site.py SITE GRAPHS.

Every link of every page leads to a page or file of the site, also the one at its root, and every public symbol of the
graphs has an abstract.
"""
import json
import pathlib
import re
import sys

site, graphs = map(pathlib.Path, sys.argv[1:3])
wrong = []


def links(node):
    """The addresses within the site that a page's JSON leads to."""
    if isinstance(node, dict):
        # Addresses of others are not looked up.
        if node.get('type') in ('topic', 'section', 'link') and str(node.get('url', '')).startswith('/'):
            yield node['url']
        for variant in node.get('variants', []) if node.get('type') == 'image' else []:
            yield variant['url']
        for value in node.values():
            yield from links(value)
    elif isinstance(node, list):
        for value in node:
            yield from links(value)


def page(url):
    """Where a page's JSON lies, or a file."""
    path = url.split('#')[0].strip('/')
    return site / path if (site / path).is_file() else site / 'data' / (path + '.json')


pages = count = 0
for file in sorted((site / 'data').rglob('*.json')):
    pages += 1
    for url in sorted(set(links(json.loads(file.read_text())))):
        count += 1
        if not page(url).is_file():
            wrong.append(f'{file.relative_to(site)}: nothing at {url}')

# Whoever opens the site's root is led on, by the browser or by a click.
index = site / 'index.html'
text = index.read_text() if index.is_file() else ''
targets = re.findall(r'http-equiv="refresh" content="0; url=([^"]*)"', text), re.findall(r'<a href="([^"]*)"', text)
if not all(targets):
    wrong.append('index.html leads nowhere')
for url in sorted(set(sum(targets, []))):
    count += 1
    if not (site / url / 'index.html').is_file() or not page(url).is_file():
        wrong.append(f'index.html: nothing at {url}')

symbols = 0
for file in sorted(graphs.rglob('*.symbols.json')):
    graph = json.loads(file.read_text())
    # What a type has from a protocol of the standard library is that library's to explain.
    for symbol in graph['symbols']:
        if '::SYNTHESIZED::' in symbol['identifier']['precise'] or 'location' not in symbol:
            continue
        # An extension is what it adds.
        if symbol['kind']['identifier'] == 'swift.extension':
            continue
        symbols += 1
        text = ' '.join(line['text'] for line in symbol.get('docComment', {}).get('lines', [])).strip()
        if not text or text.startswith('- '):
            wrong.append(f'{file.parent.name}: {".".join(symbol["pathComponents"])} has no abstract')

print(*wrong, sep='\n', end='\n' if wrong else '')
print(f'docs: {pages} pages, {count} links, {symbols} public symbols, {len(wrong)} wrong')
sys.exit(bool(wrong))
