import { expect, test } from 'vitest'
import type { StoredFile } from '../../contract/entity/field.ts'
import { files, pictures } from '../../contract/entity/field.ts'
import { UploadList, type UploadRules } from './uploadList.ts'

const words = { en: 'x', zh: 'x' }

/** Creates an upload list with mocked responses. */
function createList(rules: UploadRules, present: readonly StoredFile[] = []) {
  const calls = { refused: [] as string[], changes: [] as (readonly string[])[], uploading: [] as number[] }
  const open = new Map<
    string,
    { done: (file: StoredFile) => void; fail: () => void; signal: AbortSignal; progress: (share: number) => void }
  >()
  const list = new UploadList({
    rules,
    present: () => present,
    upload: (file, progress, signal) =>
      new Promise((done, fail) => {
        open.set(file.name, { done, fail: () => fail(new Error('refused')), signal, progress })
      }),
    onRefused: ({ en, zh }) => calls.refused.push(`${en} / ${zh}`),
    onChange: (next) => calls.changes.push(next.map(({ name }) => name)),
    onUploading: (next) => calls.uploading.push(next.length),
  })
  const finish = async (name: string, isGood = true): Promise<void> => {
    if (isGood) open.get(name)?.done({ id: name, name })
    else open.get(name)?.fail()
    await new Promise((done) => {
      setImmediate(done)
    })
  }
  return { list, calls, open, finish }
}

const createFile = (name: string, bytes = 10): File => new File([new Uint8Array(bytes)], name)

test('section 4: the counter rises per accepted file; when all have succeeded the list is merged and one change is emitted', async () => {
  const { list, calls, finish } = createList(files(words), [{ id: 'old', name: 'old.txt' }])
  list.add([createFile('a.txt'), createFile('b.pdf'), createFile('c.exe')])
  expect(list.count).toBe(2)
  await finish('b.pdf')
  expect([list.count, calls.changes]).toEqual([2, []])
  await finish('a.txt')
  expect([list.count, calls.changes]).toEqual([0, [['old.txt', 'a.txt', 'b.pdf']]])
})

test('section 8: a file that fails is removed from the list, and the others are merged', async () => {
  const { list, calls, finish } = createList(files(words))
  list.add([createFile('a.txt'), createFile('b.txt')])
  await finish('a.txt')
  await finish('b.txt', false)
  expect([list.count, calls.changes, calls.uploading.at(-1)]).toEqual([0, [['a.txt']], 0])
})

test('section 5: files are doc, xlsx, xls, ppt, txt or pdf, up to 5 MB and 5 of them, and each fault has its message', () => {
  const { list, calls } = createList(files(words))
  list.add([createFile('a.exe'), createFile('a.txt', 5 * 1024 * 1024 + 1), createFile('a.txt', 0)])
  list.add(Array.from({ length: 7 }, (_none, index) => createFile(`${index}.TXT`)))
  expect(calls.refused).toEqual([
    'Wrong file format, please upload a file of type doc, xlsx, xls, ppt, txt, pdf / 文件格式不正确，请上传 doc, xlsx, xls, ppt, txt, pdf 格式的文件',
    'The file must not be larger than 5 MB / 上传文件大小不能超过 5 MB',
    'The file is empty / 文件为空',
    'No more than 5 files can be uploaded / 上传文件数量不能超过 5 个',
  ])
  expect(list.count).toBe(5)
})

test('section 5: pictures are png, jpg or jpeg, up to 5 MB and 5 of them; in the gallery up to 20 MB', () => {
  const { list, calls } = createList(pictures(words))
  list.add([createFile('a.gif'), createFile('a.png', 5 * 1024 * 1024 + 1), createFile('a.jpeg')])
  expect(calls.refused).toEqual([
    'Wrong picture format, please upload a picture of type png, jpg, jpeg / 图片格式不正确，请上传 png, jpg, jpeg 格式的图片',
    'The picture must not be larger than 5 MB / 上传图片大小不能超过 5 MB',
  ])
  const gallery = createList(pictures(words, { maxBytes: 20 * 1024 * 1024 }))
  gallery.list.add([createFile('a.png', 6 * 1024 * 1024)])
  expect([gallery.list.count, gallery.calls.refused]).toEqual([1, []])
})

test('section 8: an upload is ended by itself, before it has arrived and after, and the others go on', async () => {
  const { list, calls, open, finish } = createList(files(words))
  list.add([createFile('a.txt'), createFile('b.txt'), createFile('c.txt')])
  await finish('b.txt')
  list.end(1, 2)
  expect([
    open.get('a.txt')?.signal.aborted,
    open.get('c.txt')?.signal.aborted,
    list.count,
    calls.uploading.at(-1),
  ]).toEqual([true, false, 1, 1])
  await finish('a.txt', false)
  expect([list.count, calls.changes]).toEqual([1, []])
  await finish('c.txt')
  expect([list.count, calls.changes]).toEqual([0, [['c.txt']]])
})

test('section 8: the last one that the others waited for is ended, and the others are merged; one that answers late is not', async () => {
  const { list, calls, finish } = createList(files(words))
  list.add([createFile('a.txt'), createFile('b.txt')])
  await finish('a.txt')
  list.end(2)
  expect(calls.changes).toEqual([['a.txt']])
  await finish('b.txt')
  expect([list.count, calls.changes]).toEqual([0, [['a.txt']]])
})

test('removing the control cancels its uploads without further reports', async () => {
  const { list, calls, open, finish } = createList(files(words))
  list.add([createFile('a.txt')])
  list.dispose()
  expect(open.get('a.txt')?.signal.aborted).toBe(true)
  await finish('a.txt')
  expect(calls.changes).toEqual([])
})
