import { expect, test } from 'vitest'
import type { StoredFile } from '../../contract/entity/field.ts'
import { files, pictures } from '../../contract/entity/field.ts'
import { UploadList, type UploadRules } from './uploadList.ts'

const words = { en: 'x', zh: 'x' }

/** Creates an upload list with mocked responses. */
function listOf(rules: UploadRules, present: readonly StoredFile[] = []) {
  const told = { refused: [] as string[], changes: [] as (readonly string[])[], uploading: [] as number[] }
  const open = new Map<string, { done: (file: StoredFile) => void; fail: () => void; signal: AbortSignal; progress: (share: number) => void }>()
  const list = new UploadList({
    rules, present: () => present,
    upload: (file, progress, signal) => new Promise((done, fail) => { open.set(file.name, { done, fail: () => fail(new Error('refused')), signal, progress }) }),
    onRefused: ({ en, zh }) => told.refused.push(`${en} / ${zh}`), onChange: (next) => told.changes.push(next.map(({ name }) => name)), onUploading: (next) => told.uploading.push(next.length),
  })
  const finish = async (name: string, isGood = true): Promise<void> => {
    if (isGood) open.get(name)?.done({ id: name, name })
    else open.get(name)?.fail()
    await new Promise((done) => { setImmediate(done) })
  }
  return { list, told, open, finish }
}

const fileOf = (name: string, bytes = 10): File => new File([new Uint8Array(bytes)], name)

test('section 4: the counter rises per accepted file; when all have succeeded the list is merged and one change is emitted', async () => {
  const { list, told, finish } = listOf(files(words), [{ id: 'old', name: 'old.txt' }])
  list.add([fileOf('a.txt'), fileOf('b.pdf'), fileOf('c.exe')])
  expect(list.count).toBe(2)
  await finish('b.pdf')
  expect([list.count, told.changes]).toEqual([2, []])
  await finish('a.txt')
  expect([list.count, told.changes]).toEqual([0, [['old.txt', 'a.txt', 'b.pdf']]])
})

test('section 8: a file that fails is removed from the list, and the others are merged', async () => {
  const { list, told, finish } = listOf(files(words))
  list.add([fileOf('a.txt'), fileOf('b.txt')])
  await finish('a.txt')
  await finish('b.txt', false)
  expect([list.count, told.changes, told.uploading.at(-1)]).toEqual([0, [['a.txt']], 0])
})

test('section 5: files are doc, xlsx, xls, ppt, txt or pdf, up to 5 MB and 5 of them, and each fault has its message', () => {
  const { list, told } = listOf(files(words))
  list.add([fileOf('a.exe'), fileOf('a.txt', 5 * 1024 * 1024 + 1), fileOf('a.txt', 0)])
  list.add(Array.from({ length: 7 }, (_none, index) => fileOf(`${index}.TXT`)))
  expect(told.refused).toEqual([
    'Wrong file format, please upload a file of type doc, xlsx, xls, ppt, txt, pdf / 文件格式不正确，请上传 doc, xlsx, xls, ppt, txt, pdf 格式的文件',
    'The file must not be larger than 5 MB / 上传文件大小不能超过 5 MB', 'The file is empty / 文件为空', 'No more than 5 files can be uploaded / 上传文件数量不能超过 5 个',
  ])
  expect(list.count).toBe(5)
})

test('section 5: pictures are png, jpg or jpeg, up to 5 MB and 5 of them; in the gallery up to 20 MB', () => {
  const { list, told } = listOf(pictures(words))
  list.add([fileOf('a.gif'), fileOf('a.png', 5 * 1024 * 1024 + 1), fileOf('a.jpeg')])
  expect(told.refused).toEqual([
    'Wrong picture format, please upload a picture of type png, jpg, jpeg / 图片格式不正确，请上传 png, jpg, jpeg 格式的图片', 'The picture must not be larger than 5 MB / 上传图片大小不能超过 5 MB',
  ])
  const gallery = listOf(pictures(words, { maxBytes: 20 * 1024 * 1024 }))
  gallery.list.add([fileOf('a.png', 6 * 1024 * 1024)])
  expect([gallery.list.count, gallery.told.refused]).toEqual([1, []])
})

test('section 8: an upload is ended by itself, before it has arrived and after, and the others go on', async () => {
  const { list, told, open, finish } = listOf(files(words))
  list.add([fileOf('a.txt'), fileOf('b.txt'), fileOf('c.txt')])
  await finish('b.txt')
  list.end(1, 2)
  expect([open.get('a.txt')?.signal.aborted, open.get('c.txt')?.signal.aborted, list.count, told.uploading.at(-1)]).toEqual([true, false, 1, 1])
  await finish('a.txt', false)
  expect([list.count, told.changes]).toEqual([1, []])
  await finish('c.txt')
  expect([list.count, told.changes]).toEqual([0, [['c.txt']]])
})

test('section 8: the last one that the others waited for is ended, and the others are merged; one that answers late is not', async () => {
  const { list, told, finish } = listOf(files(words))
  list.add([fileOf('a.txt'), fileOf('b.txt')])
  await finish('a.txt')
  list.end(2)
  expect(told.changes).toEqual([['a.txt']])
  await finish('b.txt')
  expect([list.count, told.changes]).toEqual([0, [['a.txt']]])
})

test('when the control goes, uploads end and nothing more is told', async () => {
  const { list, told, open, finish } = listOf(files(words))
  list.add([fileOf('a.txt')])
  list.dispose()
  expect(open.get('a.txt')?.signal.aborted).toBe(true)
  await finish('a.txt')
  expect(told.changes).toEqual([])
})
