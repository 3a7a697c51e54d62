import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { CallFailure } from '../net/failure.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { AnalysisFrame, useAnalysisQuery } from './AnalysisFrame.tsx'
import type { Loaded } from './useRowsSince.ts'

const again = (): void => undefined
const failure = new CallFailure({
  status: 503,
  code: 503,
  error: 'server.busy',
  words: { en: 'The server is busy', zh: '服务器繁忙' },
  manner: 'toast',
})

function shown(answer: Loaded['answer'], showsDays = true): string {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    { ...fakeSurroundings(), zone: 'Europe/Berlin' },
  )
  runInAction(() =>
    Object.assign(stores.projects, {
      isKnown: true,
      list: [{ id: 'street', name: 'Street', edition: 'street', timeZone: 'Asia/Shanghai', role: 'super' }],
    }),
  )
  return renderToStaticMarkup(
    <StoresProvider value={stores}>
      <MemoryRouter>
        <AnalysisFrame title="Energy" loaded={{ answer, again }} showsDays={showsDays}>
          {(rows) => `${rows.length} rows`}
        </AnalysisFrame>
      </MemoryRouter>
    </StoresProvider>,
  )
}

test('figures that could not be had can be asked for again', () => {
  expect(shown(failure)).toMatch(/<button[^>]*ant-btn-primary/)
  expect(shown({ rows: [], isCut: false })).toContain('0 rows')
  expect(shown({ rows: [], isCut: false })).not.toContain('ant-btn-primary')
})

test('the time zone is shown only with figures by day', () => {
  const noteOn = (showsDays: boolean): boolean => shown({ rows: [], isCut: false }, showsDays).includes('zone-note')
  expect([noteOn(true), noteOn(false)]).toEqual([true, false])
})

test('the days asked for are those of the project, and each row stands on its own, wherever the browser is', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T17:00:00Z') })
  const row = { project: 'street', at: Date.parse('2026-10-31T16:00:00Z') }
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai']) {
    const stores = createRoot(
      { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
      { ...fakeSurroundings(), zone },
    )
    runInAction(() =>
      Object.assign(stores.projects, {
        isKnown: true,
        list: [{ id: 'street', name: 'Street', edition: 'street', timeZone: 'Asia/Shanghai', role: 'super' }],
      }),
    )
    const render = (address: string): string =>
      renderToStaticMarkup(
        <StoresProvider value={stores}>
          <MemoryRouter initialEntries={[address]}>
            <Days />
          </MemoryRouter>
        </StoresProvider>,
      )
    // In Shanghai it is already 1 December: the previous month is November, and this row is its first.
    expect([zone, render('/?days=month&project=street')]).toEqual([
      zone,
      `2026-11-01 2026-11-30 ${row.at} ${Date.parse('2026-11-30T16:00:00Z') - 1} 2026-11-01`,
    ])
    expect([zone, render('/?days=7')]).toEqual([
      zone,
      `2026-11-24 2026-11-30 ${Date.parse('2026-11-23T16:00:00Z')} ${Date.parse('2026-11-30T16:00:00Z') - 1} 2026-11-01`,
    ])
  }
  vi.useRealTimers()

  function Days() {
    const { days, getDate, getSpan } = useAnalysisQuery('yesterday', 'at')
    const span = getSpan(days)
    return [days[0], days.at(-1), span?.from, span?.to, getDate(row)].join(' ')
  }
})
