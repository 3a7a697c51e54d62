import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { nextRuns } from '../../contract/entity/cron.ts'
import type { Row } from '../../contract/entity/define.ts'
import { job, jobLog } from '../../contract/system/logs.ts'
import { Filters } from '../crud/table/Filters.tsx'
import { getClock } from '../crud/config/screenConfig.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import zoneWords from '../locales/en-us/zone.json'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { jobLogShape, jobShape } from './jobShape.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const createRow = (values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id: 'j1',
      revision: 1,
      titles: {},
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      ...values,
    }),
  )

test('a running job is shown as running instead of its last result', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const shown = (values: object): string =>
    renderToStaticMarkup(
      <StoresProvider value={stores}>{jobShape.cells?.['lastResult']?.(createRow(values))}</StoresProvider>,
    )
  expect(shown({ runningSince: 1, lastResult: 'done' })).toMatch(/data-tone="underway".*jobs\.running/)
  expect(shown({ runningSince: null, lastResult: 'failed' })).toMatch(/data-tone="alarm".*Failed/)
})

test('the next run of a job is the same everywhere, in the server time zone, with a note in browsers of other zones', async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    interpolation: { escapeValue: false },
    resources: { en: { zone: zoneWords, crud: { cron: { next: 'next {{times}}' } }, monitoring: {} } },
  })
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') })
  const cron = '30 2 * * *'
  const row = createRow({ cron, nextAt: nextRuns(cron, 1, 'Asia/Shanghai')?.[0]?.getTime() })
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai']) {
    const stores = createRoot(
      { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '', timeZone: 'Asia/Shanghai' },
      { ...fakeSurroundings(), zone },
    )
    const shown = (node: ReactNode): string =>
      renderToStaticMarkup(<StoresProvider value={stores}>{node}</StoresProvider>)
    const runs = shown(jobShape.detail?.(row))
    expect([zone, shown(jobShape.cells?.['nextAt']?.(row))]).toEqual([
      zone,
      expect.stringContaining('2026-11-22 02:30:00'),
    ])
    expect([zone, /<ol><li>([^<]*)/.exec(runs)?.[1]]).toEqual([zone, '2026-11-22 02:30:00'])
    // Page and drawer show this note.
    expect([
      zone,
      shown(<ZoneNote kind={getClock({ entity: job, ...jobShape }) ?? 'plan'} />).includes(
        `Server time zone: Asia/Shanghai. This browser: ${zone}.`,
      ),
    ]).toEqual([zone, zone !== 'Asia/Shanghai'])
    const form = shown(
      jobShape.editors?.['cron']?.({ id: 'cron', field: job.fields.cron, value: cron, onChange: () => undefined }),
    )
    expect([zone, /next ([^<,]*)/.exec(form)?.[1], form.includes('Asia/Shanghai')]).toEqual([
      zone,
      '11-22 02:30',
      zone !== 'Asia/Shanghai',
    ])
  }
})

test('the job log is displayed and filtered in the server time zone', () => {
  const at = Date.parse('2026-11-21T18:30:00Z')
  for (const zone of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
    const stores = createRoot(
      { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '', timeZone: 'Asia/Shanghai' },
      { ...fakeSurroundings(), zone },
    )
    const shown = (node: ReactNode): string =>
      renderToStaticMarkup(<StoresProvider value={stores}>{node}</StoresProvider>)
    const shape = { entity: jobLog, ...jobLogShape }
    const filters = shown(
      <Filters
        shape={shape}
        query={{ page: 1, pageSize: 10, since: 'at', from: at }}
        onQuery={() => undefined}
        onOpen={() => undefined}
      />,
    )
    expect([zone, shown(jobLogShape.cells?.['at']?.(createRow({ at }))), filters, getClock(shape)]).toEqual([
      zone,
      expect.stringContaining('2026-11-22 02:30:00'),
      expect.stringContaining('value="2026-11-22 02:30"'),
      'runs',
    ])
  }
})
