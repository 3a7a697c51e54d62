import { expect, test } from 'vitest'
import { defineEntity } from '../../../contract/entity/define.ts'
import { text } from '../../../contract/entity/field.ts'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import { readTable } from '../../../workers/spreadsheet/read.ts'
import { writeWorkbook } from '../../../workers/spreadsheet/write.ts'
import { ownFailure } from '../../net/failure.ts'
import { ImportRun } from './importRun.ts'

const entity = defineEntity({
  name: 'lamp',
  path: 'lamps',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Lamp', zh: '灯具' }, many: { en: 'Lamps', zh: '灯具' } },
  fields: { name: text({ en: 'Name', zh: '名称' }, { required: true }) },
  list: { columns: ['name'], search: ['name'], sort: { by: 'name', order: 'asc' } },
})
const job = (more: Partial<ImportJob>): ImportJob => ({
  id: 'j',
  entity: 'lamp',
  state: 'checked',
  total: 2,
  done: 0,
  faults: [],
  faultCount: 0,
  ...more,
})
const createWorkbook = (rows: readonly (readonly string[])[]): Blob => new Blob([writeWorkbook([{ rows }])])

/** Creates a run with mocked answers, and records the requests. */
function createRun(
  check: () => Promise<ImportJob>,
  steps: (step: string) => Promise<ImportJob> = () => Promise.resolve(job({})),
) {
  const requests: unknown[] = []
  const run = new ImportRun({
    entity,
    pollMs: 1,
    read: (bytes, _signal, format) => Promise.resolve(readTable(bytes, format)),
    client: {
      importCheck: (rows, project) => {
        requests.push({ rows, project })
        return check()
      },
      importStep: (_id, step) => {
        requests.push(step)
        return steps(step)
      },
    },
  })
  return { run, asked: requests }
}

test('a file is read, checked in its project, started and followed to its end', async () => {
  const answers = [job({ state: 'running', done: 1 }), job({ state: 'done', done: 2 })]
  const { run, asked: requests } = createRun(
    () => Promise.resolve(job({})),
    (step) =>
      Promise.resolve(
        step === 'start' ? job({ state: 'running' }) : (answers.shift() ?? job({ state: 'done', done: 2 })),
      ),
  )
  await run.choose(createWorkbook([['Name *'], ['a'], ['b']]), 'tunnel')
  expect(run.state.kind).toBe('checked')
  await run.start()
  expect(run.state).toMatchObject({ kind: 'ended', job: { state: 'done', done: 2 } })
  expect(requests).toEqual([{ rows: [{ name: 'a' }, { name: 'b' }], project: 'tunnel' }, 'start', 'read', 'read'])
})

test('reads a text table again with the format that the user changed', async () => {
  const { run } = createRun(() => Promise.resolve(job({})))
  await run.choose(new Blob(['Name;Power\nA;1,5']), 'tunnel')
  const detected = run.state.kind === 'checked' ? run.state.format : undefined
  expect(detected).toMatchObject({ separator: ';', decimal: ',' })
  if (!detected) return
  await run.reread({ ...detected, decimal: '.' })
  expect(run.state).toMatchObject({ kind: 'checked', format: { separator: ';', decimal: '.' } })
})

test('keeps a text file of unknown encoding and reads it in the encoding that the user chooses', async () => {
  const { run, asked: requests } = createRun(() => Promise.resolve(job({})))
  const latin = new Blob([Uint8Array.from([...new TextEncoder().encode('Name\nGr'), 0xf6, 0xdf, 0x65])])
  await run.choose(latin, 'tunnel')
  expect(run.state).toMatchObject({ kind: 'choose', needsEncoding: true })
  await run.reread({ encoding: 'utf-8' })
  expect(run.state).toMatchObject({ kind: 'choose', needsEncoding: true })
  await run.reread({ encoding: 'windows-1252' }, 'street')
  expect(run.state).toMatchObject({ kind: 'checked', format: { encoding: 'windows-1252' } })
  expect(requests).toEqual([{ rows: [{ name: 'Größe' }], project: 'street' }])
})

test('rejects a text table with an open quote and names its line', async () => {
  const { run, asked: requests } = createRun(() => Promise.resolve(job({})))
  await run.choose(new Blob(['Name\n"A\nB\nC']), 'tunnel')
  expect(run.state).toMatchObject({ kind: 'choose', failure: { en: expect.stringContaining('line 2') } })
  expect(requests).toEqual([])
})

test('section 8: a format error requests the correct template and sends nothing', async () => {
  const { run, asked: requests } = createRun(() => Promise.resolve(job({})))
  for (const file of [new Blob(['Nothing\na']), createWorkbook([['Power'], ['1']])]) {
    await run.choose(file, 'tunnel')
    expect(run.state).toEqual({
      kind: 'choose',
      failure: { en: 'Format error, please upload the correct template', zh: '格式错误，请上传正确的模板' },
    })
  }
  await run.choose(createWorkbook([['Name', '名称'], ['1']]), 'tunnel')
  expect(run.state).toEqual({
    kind: 'choose',
    failure: { en: 'Format error, please upload the correct template: Name', zh: '格式错误，请上传正确的模板：名称' },
  })
  for (const rows of [[['Name']], []]) {
    await run.choose(createWorkbook(rows), 'tunnel')
    expect(run.state).toMatchObject({ kind: 'choose', failure: { en: 'There are no rows in the file' } })
  }
  expect(requests).toEqual([])
})

test('the report uses the row numbers of the file and shows the cell value', async () => {
  const { run } = createRun(() =>
    Promise.resolve(
      job({ faultCount: 1, faults: [{ row: 2, field: 'name', words: { en: 'Name: too long', zh: '名称：过长' } }] }),
    ),
  )
  await run.choose(createWorkbook([['Name'], ['a'], [], [], ['b']]), 'tunnel')
  expect(run.faults).toEqual([
    { row: 5, column: { en: 'Name', zh: '名称' }, value: 'b', words: { en: 'Name: too long', zh: '名称：过长' } },
  ])
})

test('a rejected import is shown in the file selection step', async () => {
  const { run } = createRun(() => Promise.reject(ownFailure('import.running')))
  await run.choose(createWorkbook([['Name'], ['a']]), 'tunnel')
  expect(run.state).toMatchObject({ kind: 'choose', failure: { en: 'An import is already running' } })
})

test('a stop is requested once, lost responses are retried, and the run ends when the server confirms the rollback', async () => {
  let isStopped = false
  const lost = [ownFailure('network.lost'), ownFailure('server.busy')]
  const { run, asked: requests } = createRun(
    () => Promise.resolve(job({})),
    (step) => {
      if (step === 'stop') isStopped = true
      const failure = step === 'read' ? lost.shift() : undefined
      if (failure) return Promise.reject(failure)
      return Promise.resolve(job({ state: isStopped && step === 'read' ? 'stopped' : 'running' }))
    },
  )
  await run.choose(createWorkbook([['Name'], ['a']]), 'tunnel')
  const ended = run.start()
  await expect.poll(() => run.state.kind).toBe('running')
  await run.stop()
  expect(run.state).toMatchObject({ isStopping: true })
  await ended
  expect([run.state, requests.filter((step) => step === 'stop').length]).toMatchObject([
    { kind: 'ended', job: { state: 'stopped' } },
    1,
  ])
})

test('the reason for an unknown progress is shown until the server responds again', async () => {
  const lost = ownFailure('network.lost')
  const answers = [lost, job({ state: 'running', done: 1 }), job({ state: 'done', done: 2 })]
  const messages: unknown[] = []
  const { run } = createRun(
    () => Promise.resolve(job({})),
    (step) => {
      if (step === 'start') return Promise.resolve(job({ state: 'running' }))
      if (run.state.kind === 'running') messages.push(run.state.failure)
      const next = answers.shift()
      return next === undefined || next instanceof Error ? Promise.reject(next ?? lost) : Promise.resolve(next)
    },
  )
  await run.choose(createWorkbook([['Name'], ['a'], ['b']]), 'tunnel')
  await run.start()
  expect([messages, run.state]).toMatchObject([[null, lost.words, null], { kind: 'ended', job: { state: 'done' } }])
})

test('section 8: Esc ends the check early, and its late answer is dropped', async () => {
  let answer: (late: ImportJob) => void = () => undefined
  const { run } = createRun(
    () =>
      new Promise((done) => {
        answer = done
      }),
  )
  const checked = run.choose(createWorkbook([['Name'], ['a']]), 'tunnel')
  await expect.poll(() => run.state.kind).toBe('checking')
  run.cancel()
  answer(job({}))
  await checked
  expect(run.state).toEqual({ kind: 'choose', failure: null })
})
