import { expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { readDelimited } from './delimited.ts'
import type { TableFormat } from './delimited.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function read(text: string, given: Partial<TableFormat> = {}) {
  const table = readDelimited(bytes(text), given)
  if ('fault' in table) throw new Error(table.fault)
  return table
}

it('detects separator, decimals and dates, and returns cells as they are written', () => {
  const german = read('Name;Leistung;Datum\r\nPumpe;1.234,5;31.12.2026 8:05\r\nVentil;0,75;1.2.2026\r\n')
  expect(german.format).toEqual({ encoding: 'utf-8', separator: ';', decimal: ',', dates: 'dmy' })
  expect(german.rows.slice(1)).toEqual([
    ['Pumpe', '1.234,5', '31.12.2026 8:05'],
    ['Ventil', '0,75', '1.2.2026'],
  ])
  const american = read('name,power,date\npump,"1,234.5",12/31/2026\nvalve,2,1/2/2026\n')
  expect(american.format).toMatchObject({ separator: ',', decimal: '.', dates: 'mdy' })
  expect(american.rows.slice(1)).toEqual([
    ['pump', '1,234.5', '12/31/2026'],
    ['valve', '2', '1/2/2026'],
  ])
})

it('follows a given format', () => {
  const text = 'name;date;value\na;01/02/2026;1,234'
  expect(read(text, { dates: 'mdy', decimal: ',' }).format).toMatchObject({ dates: 'mdy', decimal: ',' })
  expect(read(text, { separator: ',' }).rows[1]).toEqual(['a;01/02/2026;1', '234'])
})

it('reads quoted cells with separators, quotes and line breaks, and the line of each row', () => {
  const { rows, places } = read('name,note\n"a, b","say ""hi""\nagain"\n\nc,d')
  expect(rows).toEqual([
    ['name', 'note'],
    ['a, b', 'say "hi"\nagain'],
    ['c', 'd'],
  ])
  expect(places).toEqual([1, 2, 5])
  expect(read('sep=;\nname;note\na;b').places).toEqual([2, 3])
})

it('reports the line of a quote that is never closed', () => {
  expect(readDelimited(bytes('name,note\na,"first\nline"\nb,"open\nc,d\n'))).toEqual({ fault: 'quote', line: 4 })
  expect(readDelimited(bytes('sep=;\nname;note\n"a;b'))).toEqual({ fault: 'quote', line: 3 })
  expect(read('name\n5" pipe\n').rows[1]).toEqual(['5" pipe'])
})

it('removes the apostrophe of texts, and cells of spaces alone', () => {
  expect(read("a;b;c\n'=1+1; ;x").rows[1]).toEqual(['=1+1', '', 'x'])
})

it('reads Chinese and UTF-16 files and refuses unknown encodings', () => {
  const chinese = Uint8Array.from([...bytes('name,tag\n'), 0xcb, 0xae, 0xb1, 0xc3, ...bytes(',a\n')])
  const table = readDelimited(chinese)
  expect('rows' in table && [table.rows[1], table.format.encoding]).toEqual([['水泵', 'a'], 'gb18030'])
  const wide = Uint8Array.from([0xff, 0xfe, ...Array.from('a\tb\n1\t2', (sign) => [sign.charCodeAt(0), 0]).flat()])
  const sheet = readDelimited(wide)
  expect('rows' in sheet && sheet.rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(readDelimited(Uint8Array.from([...bytes('Gr'), 0xf6, 0xdf, ...bytes('e')]))).toEqual({ fault: 'encoding' })
  expect(readDelimited(Uint8Array.from([0xe4, 0x3b, 0x61]), { encoding: 'windows-1252' })).toMatchObject({
    rows: [['ä', 'a']],
  })
})

it('refuses binary files and tables above the limits', () => {
  expect(readDelimited(Uint8Array.from([65, 0, 0, 0, 66]))).toHaveProperty('fault')
  expect(
    readDelimited(
      bytes(
        'x'
          .repeat(limits.sheet.columns + 1)
          .split('')
          .join(','),
      ),
    ),
  ).toEqual({ fault: 'large' })
  expect(readDelimited(bytes('a\n'.repeat(limits.sheet.rows + 1)))).toEqual({ fault: 'large' })
  expect(readDelimited(bytes('\n\n'))).toEqual({ fault: 'empty' })
})
