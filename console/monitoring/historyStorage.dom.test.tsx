import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPart, createSuperWithout } from '../testing/openConsole.tsx'
import { HistoryStorageFigures } from './HistoryStorageFigures.tsx'

const gigabyte = 1024 ** 3
const storage = (freeBytes: number, predictedBytes: number | null) => ({
  tags: 10,
  aggregatedUntil: 1,
  freeBytes,
  levels: [
    { level: 'raw', bytes: gigabyte, bytesPerDay: gigabyte / 2, predictedBytes },
    { level: 'minute', bytes: 0, bytesPerDay: 0, predictedBytes: 0 },
    { level: 'hour', bytes: 0, bytesPerDay: 0, predictedBytes: 0 },
  ],
})

test.each([
  ['fits', storage(900 * gigabyte, 180 * gigabyte), /180 GB at the end of the retention/, false],
  ['exceeds the free disk space', storage(100 * gigabyte, 180 * gigabyte), /180 GB at the end of the retention/, true],
  ['has no end', storage(100 * gigabyte, null), /some tags are kept forever/, false],
] as const)('the predicted size of the history that %s is shown', async (_, answer, text, isTooLarge) => {
  await openPart(<HistoryStorageFigures />, {
    account: createSuperWithout(),
    answers: { 'monitor.history': () => answer },
  })
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/exceeds the free disk space/) !== null).toBe(isTooLarge)
  expect(screen.getByRole('link', { name: 'Change retention' }).getAttribute('href')).toBe('/system/history-retention')
})
