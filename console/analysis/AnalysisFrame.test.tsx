import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { CallFailure } from '../net/failure.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { AnalysisFrame } from './AnalysisFrame.tsx'
import type { Loaded } from './useRowsSince.ts'

const again = (): void => undefined
const failure = new CallFailure({ status: 503, code: 503, error: 'server.busy', words: { en: 'The server is busy', zh: '服务器繁忙' }, manner: 'toast' })

function shown(answer: Loaded['answer']): string {
  const stores = createRoot({ baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' }, fakeSurroundings())
  return renderToStaticMarkup(<StoresProvider value={stores}><MemoryRouter><AnalysisFrame title="Energy" loaded={{ answer, again }}>{(rows) => `${rows.length} rows`}</AnalysisFrame></MemoryRouter></StoresProvider>)
}

test('figures that could not be had can be asked for again', () => {
  expect(shown(failure)).toMatch(/<button[^>]*ant-btn-primary/)
  expect(shown({ rows: [], isCut: false })).toContain('0 rows')
  expect(shown({ rows: [], isCut: false })).not.toContain('ant-btn-primary')
})
