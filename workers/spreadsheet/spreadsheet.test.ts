import { randomBytes } from 'node:crypto'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { read, utils, write } from 'xlsx'
import { limits } from '../../contract/limits.ts'
import { readTable, readWorkbook } from './read.ts'
import { writeWorkbook } from './write.ts'
import { ownCpuMs } from '../../tests/support/server/cpu.ts'

/** Returns a workbook as another program would create it. */
const bookOf = (
  rows: readonly (readonly unknown[])[],
  change: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void = () => undefined,
  bookType: 'xlsx' | 'biff8' | 'ods' = 'xlsx',
): Uint8Array => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  change(sheet)
  utils.book_append_sheet(book, sheet, 'Any')
  const bytes: unknown = write(book, { type: 'array', bookType, compression: true })
  return new Uint8Array(bytes as ArrayBuffer)
}

/** Returns the workbook with changed XML in one of its files. */
const changed = (bytes: Uint8Array, name: string, change: (xml: string) => string): Uint8Array => {
  const files = unzipSync(bytes)
  return zipSync({ ...files, [name]: strToU8(change(new TextDecoder().decode(files[name]))) })
}

describe('reading', () => {
  it('gives the first sheet as values, with the number of each row that has some', () => {
    const { sheet } = readWorkbook(bookOf([['Name', 'Power', 'On'], [], ['Lamp 灯', 12.5, true, null, ''], [null, 0]]))
    expect(sheet).toEqual({
      rows: [
        ['Name', 'Power', 'On'],
        ['Lamp 灯', 12.5, true],
        [null, 0],
      ],
      places: [1, 3, 4],
    })
  })

  it('takes a formula as text and computes nothing', () => {
    const bytes = bookOf(
      [
        ['a', 'b'],
        [3, 'x'],
      ],
      (sheet) => {
        sheet['A2'] = { t: 'n', f: 'HYPERLINK("http://x","y")', v: 3 }
        sheet['B2'] = { t: 's', v: `=cmd|' /C calc'!A0` }
      },
    )
    expect(readWorkbook(bytes).sheet?.rows[1]).toEqual(['=HYPERLINK("http://x","y")', `=cmd|' /C calc'!A0`])
  })

  it('reads a date as the cell shows it, in every zone', () => {
    const bytes = bookOf([[46_052, 46_052.25]], (sheet) => {
      sheet['A1'] = { t: 'n', v: 46_053, z: 'yyyy-mm-dd' }
      sheet['B1'] = { t: 'n', v: 46_053 + 30_605 / 86_400, z: 'yyyy-mm-dd hh:mm:ss' }
    })
    expect(readWorkbook(bytes).sheet?.rows[0]).toEqual(['2026-01-31', '2026-01-31 08:30:05'])
  })

  it('reads old workbooks and tables of other office programs with typed cells', () => {
    for (const type of ['biff8', 'ods'] as const) {
      const { sheet } = readTable(
        bookOf(
          [
            ['Name', 'Power'],
            ['Lamp 灯', 12.5],
          ],
          undefined,
          type,
        ),
      )
      expect([type, sheet?.rows]).toEqual([
        type,
        [
          ['Name', 'Power'],
          ['Lamp 灯', 12.5],
        ],
      ])
    }
  })

  it('rejects an encrypted workbook, a renamed image and other files', () => {
    const encrypted = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(2000)])
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    for (const bytes of [
      encrypted,
      png,
      new Uint8Array(),
      strToU8('Name,Power\n1,2'),
      zipSync({ 'a.txt': strToU8('a') }),
    ]) {
      expect(readWorkbook(bytes)).toEqual({ fault: 'format' })
    }
    expect(readWorkbook(bookOf([]))).toEqual({ fault: 'empty' })
  })

  it('refuses a document type and its entities', () => {
    const bytes = changed(bookOf([['a']]), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "http://x/">]>'),
    )
    expect(readWorkbook(bytes)).toEqual({ fault: 'format' })
  })

  it('rejects a megabyte that unpacks to hundreds, immediately and whatever its directory states', () => {
    const files = unzipSync(bookOf([['a']]))
    const bomb = zipSync({ ...files, 'xl/media/a.bin': [new Uint8Array(120 * 1024 * 1024), { level: 9 }] })
    expect(readWorkbook(bomb)).toEqual({ fault: 'large' })
    const forged = Buffer.from(bomb)
    const entry = forged.lastIndexOf(Buffer.from('504b0102', 'hex'))
    forged.writeUInt32LE(100, entry + 24)
    const startedAt = ownCpuMs()
    expect(readWorkbook(forged)).toEqual({ fault: 'large' })
    expect(ownCpuMs() - startedAt).toBeLessThan(5_000)
    expect(readWorkbook(new Uint8Array(limits.sheet.bytes + 1))).toEqual({ fault: 'large' })
  })

  it('rejects a file that unpacks to more than a hundred times its size, well below the total limit', () => {
    const files = unzipSync(bookOf([['a']]))
    const dense = zipSync({ ...files, 'xl/media/a.bin': [new Uint8Array(20 * 1024 * 1024), { level: 9 }] })
    expect(readWorkbook(dense)).toEqual({ fault: 'large' })
    const honest = zipSync({ ...files, 'xl/media/a.bin': [new Uint8Array(512 * 1024), { level: 9 }] })
    expect(readWorkbook(honest).sheet?.rows).toEqual([['a']])
  })

  it(
    'rejects a file that unpacks to more than the total limit, however low its compression ratio',
    { tags: 'full', timeout: 60_000 },
    () => {
      const files = unzipSync(bookOf([['a']]))
      const noise = randomBytes(1024 * 1024)
      const ofBytes = (bytes: number): Uint8Array => {
        const content = new Uint8Array(bytes)
        content.set(noise)
        return zipSync({ ...files, 'xl/media/a.bin': [content, { level: 1 }] })
      }
      expect(readWorkbook(ofBytes(limits.sheet.inflatedBytes))).toEqual({ fault: 'large' })
      expect(readWorkbook(ofBytes(limits.sheet.inflatedBytes - 1024 * 1024)).sheet?.rows).toEqual([['a']])
    },
  )

  it('refuses more files in it than are taken', () => {
    const files = unzipSync(bookOf([['a']]))
    const withFiles = (count: number): Uint8Array =>
      zipSync({
        ...files,
        ...Object.fromEntries(
          Array.from({ length: count - Object.keys(files).length }, (_none, index) => [
            `xl/media/${index}`,
            new Uint8Array(),
          ]),
        ),
      })
    expect(readWorkbook(withFiles(limits.files.entries + 1)).fault).toBeDefined()
    expect(readWorkbook(withFiles(limits.files.entries)).sheet?.rows).toEqual([['a']])
  })

  it('refuses more sheets than are taken, and more cells', { tags: 'full', timeout: 60_000 }, () => {
    const book = utils.book_new()
    for (let sheet = 0; sheet <= limits.sheet.sheets; sheet++)
      utils.book_append_sheet(book, utils.aoa_to_sheet([['a']]), `S${sheet}`)
    const many: unknown = write(book, { type: 'array', bookType: 'xlsx', compression: true })
    expect(readWorkbook(new Uint8Array(many as ArrayBuffer))).toEqual({ fault: 'large' })
    // Non-repeating digits compress poorly, so the workbook is rejected for its number of cells.
    let digit = 7
    const cell = (): string => `<c><v>${(digit = (digit * 48_271) % 2_147_483_647) % 1000}</v></c>`
    const cells = changed(bookOf([['a']]), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(
        /<sheetData>.*<\/sheetData>/s,
        `<sheetData>${Array.from({ length: limits.sheet.cells / 200 + 1 }, (_none, index) => `<row r="${index + 1}">${Array.from({ length: 200 }, cell).join('')}</row>`).join('')}</sheetData>`,
      ),
    )
    expect(readWorkbook(cells)).toEqual({ fault: 'large' })
  })

  it("reaches no prototype by headers, cells, a sheet's name or a property's", () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
    const { sheet } = readWorkbook(bookOf([names, names.map(() => 'polluted')]))
    expect(sheet?.rows).toEqual([names, names.map(() => 'polluted')])
    for (const name of names) {
      const renamed = changed(bookOf([['a']]), 'xl/workbook.xml', (xml) => xml.replace('name="Any"', `name="${name}"`))
      expect([name, readWorkbook(renamed)]).toEqual([name, { sheet: { rows: [['a']], places: [1] } }])
    }
    const property = zipSync({
      ...unzipSync(bookOf([['a']])),
      'docProps/custom.xml': strToU8(
        `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="__proto__"><vt:lpwstr>x</vt:lpwstr></property></Properties>`,
      ),
    })
    expect(readWorkbook(property).sheet?.rows).toEqual([['a']])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(['polluted', 'a', 'v', 't'].filter((key) => key in {})).toEqual([])
  })

  it('refuses a row or a column more than is taken, and reads a million empty rows as none', { tags: 'full' }, () => {
    expect(readWorkbook(bookOf([Array.from({ length: 201 }, (_none, index) => index)])).fault).toBe('large')
    const far = bookOf([['a'], ['b']], (sheet) => {
      sheet['!ref'] = 'A1:A1048576'
    })
    expect(readWorkbook(far).sheet?.rows).toEqual([['a'], ['b']])
    const many = changed(bookOf([['a']]), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(
        /<sheetData>.*<\/sheetData>/s,
        `<sheetData>${Array.from({ length: limits.sheet.rows + 1 }, (_none, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`).join('')}</sheetData>`,
      ),
    )
    expect(readWorkbook(many)).toEqual({ fault: 'large' })
  })
})

describe('writing', () => {
  it('section 9: the sheet is called SheetJS', () => {
    expect(read(writeWorkbook([{ rows: [['a']] }, { name: 'Codes', rows: [['b']] }])).SheetNames).toEqual([
      'SheetJS',
      'Codes',
    ])
  })

  it('prefixes texts that would be formulas with an apostrophe, which reading removes', () => {
    const texts = ['=HYPERLINK("http://x","y")', '+86 138', '-rm', '@SUM(1)', `'quoted`, 'a=b', '']
    const bytes = writeWorkbook([{ rows: [texts, [-5, 0.5, true, null]] }])
    const sheet = read(bytes).Sheets['SheetJS'] ?? {}
    expect(['A1', 'B1', 'C1', 'D1', 'A2'].map((at) => sheet[at]?.v as unknown)).toEqual([
      `'=HYPERLINK("http://x","y")`,
      `'+86 138`,
      `'-rm`,
      `'@SUM(1)`,
      -5,
    ])
    expect(Object.values(sheet).some((cell: unknown) => typeof cell === 'object' && cell !== null && 'f' in cell)).toBe(
      false,
    )
    expect(readWorkbook(bytes).sheet?.rows).toEqual([texts.slice(0, -1), [-5, 0.5, true]])
  })

  it('reads every text as it was written, also one that looks written in XML or guarded', () => {
    for (const text of [
      '&lt;b&gt; &amp;lt; &#9;x &#x41;',
      '<b>&</b>',
      '_x0009_ _x005F_',
      `'=x`,
      `''=x`,
      `'x`,
      'jAva&#9;script:x',
    ]) {
      expect([text, readWorkbook(writeWorkbook([{ rows: [['Name'], [text]] }])).sheet?.rows[1]]).toEqual([text, [text]])
    }
  })

  it('writes and reads 50,000 rows', { tags: 'full', timeout: 60_000 }, () => {
    const rows = Array.from({ length: limits.sheet.rows }, (_none, index) => [
      `Lamp ${index}`,
      index,
      index % 2 === 0,
      '2026-01-31 08:30:05',
      '配电箱',
    ])
    const { sheet } = readWorkbook(writeWorkbook([{ rows }]))
    expect([sheet?.rows.length, sheet?.rows.at(-1)]).toEqual([limits.sheet.rows, rows.at(-1)])
  })
})
