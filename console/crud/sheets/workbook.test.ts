import { expose } from 'comlink'
import { afterEach, expect, test, vi } from 'vitest'
import { readWorkbook } from '../../../workers/spreadsheet/read.ts'
import { createSpreadsheet } from '../../../workers/spreadsheet/api.ts'
import { listName, saveTable, saveWorkbook, templateName } from './workbook.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Mocks the browser as far as saving needs it: the worker code behind a port, and a link that records clicks. */
function browser() {
  const saved: { readonly name: string; readonly content: Blob }[] = []
  const contents = new Map<string, Blob>()
  vi.stubGlobal('Worker', function start() {
    const { port1, port2 } = new MessageChannel()
    expose(createSpreadsheet(), port1)
    return Object.assign(port2, { terminate: () => port1.close() })
  })
  vi.stubGlobal('document', {
    createElement: () => {
      const link = {
        href: '',
        download: '',
        click: () => saved.push({ name: link.download, content: contents.get(link.href) ?? new Blob() }),
      }
      return link
    },
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:${contents.size}`
    if (content instanceof Blob) contents.set(address, content)
    return address
  })
  return saved
}

test('section 9: the file of a list is called list, that of a table test.xlsx, and their sheet SheetJS', async () => {
  const saved = browser()
  await saveWorkbook([{ rows: [['a'], ['b']] }], listName().en)
  await saveWorkbook([{ rows: [['a']] }], listName().zh)
  await saveTable([
    ['Row', 'Column'],
    [1, 'Name'],
  ])
  expect(saved.map(({ name }) => name)).toEqual(['list.xlsx', '列表.xlsx', 'test.xlsx'])
  const bytes = new Uint8Array(await (saved[2]?.content ?? new Blob()).arrayBuffer())
  expect(readWorkbook(bytes).sheet?.rows).toEqual([
    ['Row', 'Column'],
    [1, 'Name'],
  ])
})

test('an exported list and an import template are named after their entity', () => {
  const pole = { en: 'Pole', zh: '单灯' }
  expect([listName(pole), templateName(pole)]).toEqual([
    { en: 'Pole list', zh: '单灯列表' },
    { en: 'Pole import template', zh: '单灯导入模板' },
  ])
})
