"""Writes livecam's manual pages: manual_pages.py COMMANDS FOLDER DATE.

COMMANDS is the folder of what ArgumentParser generates; it is corrected here. The pages of the file formats are made of
their documentation by lowdown. DATE is as 2026-11-28.
"""
import gzip
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
ARTICLE = PROJECT / 'Sources/CaptureScripts/CaptureScripts.docc/CaptureScripts.md'
SETTINGS = PROJECT / 'Configs/livecam.json5'
SAMPLE = '/usr/share/doc/livecam/examples/livecam.json5'
SCRIPTS = '/usr/share/doc/livecam/examples/scripts.tar.gz'


def installed(text):
    """The text with the names that examples have where the package is installed."""
    return text.replace('Configs/livecam.json5', SAMPLE).replace('Configs/scripts', SCRIPTS)


def related(name, own):
    """The lines of SEE ALSO: the command above it, its own commands, and the formats of its files."""
    pages = [name.rpartition('.')[0].replace('.', '-') + ' 1'] if '.' in name else []
    pages += [f'{command} 1' for command in own]
    if name in ('livecam', 'livecam.simulate'):
        pages.append('livecam-script 5')
    if name in ('livecam', 'livecam.shoot', 'livecam.record', 'livecam.booth'):
        pages.append('livecam.json5 5')
    return ['.Sh SEE ALSO', *(f'.Xr {page} ,' for page in pages[:-1]), f'.Xr {pages[-1]}']


def exit_codes(lines):
    """The lines of EXIT STATUS: a table as a list, sentences as they are."""
    if not lines:
        return ['Exit codes are listed in', '.Xr livecam 1 .']
    if lines[0] != 'Exit codes:':
        return lines
    items = []
    for line in lines[1:]:
        code = re.match(r' +(\d+) +(.*)', line)
        items += [f'.It {code[1]}', code[2]] if code else [line.strip()]
    return ['.Bl -tag -width 6n', *items, '.El']


def command_page(name, text):
    """A command's page: called as its file is (livecam-shoot), used as it is typed (livecam shoot)."""
    title, lines, codes, own = name.replace('.', '-'), [], [], []
    place = previous = ''
    for line in installed(text).splitlines():
        if line.startswith('Exit codes:'):
            place = 'codes'
        elif place == 'codes' and (not line or line[0] == '.' or codes[0] != 'Exit codes:' and line[0] == ' '):
            place = ''
        if place == 'codes':
            codes.append(line)
            continue
        # Indented lines are examples of use.
        if (line[:1] == ' ') != (place == 'example'):
            place = 'example' if line[:1] == ' ' else ''
            lines.append('.Bd -literal -offset 2n' if place else '.Ed')
        if line in ('', '.Pp'):
            previous = '.Pp'
            continue
        # A paragraph begins with text, and is no more than a gap before anything else.
        if previous == '.Pp' and line[0] not in '. ' and not lines[-1].startswith('.Sh'):
            lines.append('.Pp')
        previous = line
        macro, _, rest = line.partition(' ')
        if macro == '.Dt':
            line = f'.Dt {title.upper()} 1'
        elif macro == '.Nm' and not rest:
            line = '.Nm "{}"'.format(name.replace('.', ' '))
        elif macro == '.Nm':
            # Behind the command's name its aliases, without the commands above it.
            command = re.fullmatch(r'"?(.*?)"?( ,)?', rest)
            same = re.split(r'[ .]', command[1])[-1] == name.rpartition('.')[2]
            alias = title.rpartition('-')[0] + '-' + command[1]
            line = f'.Nm {title if same else alias}{command[2] or ""}'
        elif macro == '.Nd':
            line = re.sub(r'\.("?)$', r'\1', line)
        elif macro == '.Xr':
            own.append(rest.split()[0].replace('.', '-'))
            continue
        elif line == '.Sh "SEE ALSO"':
            continue
        lines += exit_codes(codes) if macro == '.Ex' else [line.strip() if place else line]
    return '\n'.join(lines + related(name, own)) + '\n'


def definitions(table):
    """A table as a list of its first column's words, which a terminal has room for."""
    rows = [[cell.strip() for cell in row.strip('|').replace(r'\|', '¦').split('|')] for row in table]
    names, found = rows[0], []
    for first, *others in rows[2:]:
        if len(others) > 1:
            others = ['; '.join(f'{name.lower()} {cell}' for name, cell in zip(names[1:], others) if cell)]
        found += ['', first.replace('¦', '|'), '', ': ' + others[0].replace('¦', '|')]
    return [*found, '']


def script_page():
    """The format of scripts, as its article describes it, without DocC's own syntax."""
    text = installed(ARTICLE.read_text()).partition('\n## Topics')[0].partition('\n')[2].replace('\n## Overview\n', '')
    text = re.sub(r'!\[[^]]*\]\([^)]*\)', '', re.sub(r'(?<!`)``([^`\n]+)``(?!`)', r'`\1`', text))
    text = re.sub(r'<doc:#?([^>]*)>', lambda link: f'“{link[1].replace("-", " ")}”', text)
    lines, table, fenced = [], [], False
    for line in text.splitlines():
        fenced ^= line.startswith('```')
        if line.startswith('|') and not fenced:
            table.append(line)
            continue
        if table:
            lines += definitions(table)
            table = []
        lines.append(re.sub('^##? (.*)', lambda heading: f'# {heading[1].upper()}', line) if not fenced else line)
    return '\n'.join([
        '# NAME', '', 'livecam-script - script of captures and faults, for livecam simulate', '', '# DESCRIPTION', '',
        *lines, '', '# FILES', '', f'`{SCRIPTS}`', '', ': a script for each case of the capture contract', '',
        '# SEE ALSO', '', '**livecam**(1), **livecam-simulate**(1), **livecam.json5**(5)', ''])


def settings_page():
    """The settings: the sample's comments are the text, and the keys below them the terms."""
    def prose(comments):
        return re.sub(r'([\\*_<>\[\]`])', r'\\\1', ' '.join(comments))

    sections = {'booth': 'THE BOOTH', 'settings': 'WHAT THE OPERATOR MAY CHANGE'}
    lines, terms, comments = [], [], []
    text = SETTINGS.read_text().splitlines()

    def finish():
        if terms:
            lines.extend(['', ', '.join(f'`{term}`' for term in terms), '', ': ' + prose(comments)])
        terms.clear()
        comments.clear()

    for line in map(str.strip, text[text.index('{') + 1:]):
        # Within a comment, a setting as it would be written.
        key = re.fullmatch(r'(?:// )?(\w+: .+),|(\w+): \{', line)
        if key and key[2]:
            lines += ['', f'# {sections[key[2]]}', '', f'`{key[2]}: {{ … }}`', '', ': ' + prose(comments)]
            comments.clear()
        elif key:
            terms.append(key[1])
        elif line.startswith('//'):
            if terms:
                finish()
            comments.append(line[2:].strip())
        else:
            finish()
    return '\n'.join([
        '# NAME', '', 'livecam.json5 - settings of livecam', '', '# DESCRIPTION', '',
        'Settings of livecam, which **--config** *FILE* names. Those that are left out have their defaults, and',
        'command-line options win over the file. It is JSON5, that is, JSON with comments, and with keys that need no',
        'quotation marks.', '',
        '# SETTINGS', '', 'Each setting is shown with its default.', *lines, '', '# EXAMPLES', '',
        '```', '{', '  // Two seconds before the shutter, and stills as phones write them.', '  preRollSeconds: 2,',
        '  photoCodec: "heic",', '}', '```', '',
        '# FILES', '', f'`{SAMPLE}`', '', ': every setting at its default', '', '# SEE ALSO', '',
        '**livecam**(1), **livecam-shoot**(1), **livecam-record**(1), **livecam-booth**(1), **livecam-script**(5)', ''])


def format_page(name, markdown, date):
    """The page in troff's language. Terminals have one font, in which code is bold, as in the commands' pages."""
    text = subprocess.run(
        ['lowdown', '-s', '-Tman', '--out-no-smarty', '--parse-no-autolink', '--parse-no-metadata',
         '-M', f'title={name}', '-M', 'section=5', '-M', f'date={date}', '-M', 'source=livecam',
         '-M', 'volume=File Formats'],
        input=markdown, stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.sub(r'\\f(C|\(C[RWB])', r'\\fB', text)


def write(path, text):
    """Compresses the page; equal pages have equal bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


commands, folder, date = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
for page in sorted(commands.glob('*.1')):
    write(folder / f'man1/{page.stem.replace(".", "-")}.1.gz', command_page(page.stem, page.read_text()))
write(folder / 'man5/livecam-script.5.gz', format_page('livecam-script', script_page(), date))
write(folder / 'man5/livecam.json5.5.gz', format_page('livecam.json5', settings_page(), date))
