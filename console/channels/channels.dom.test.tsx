import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPart, project } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import { ChannelStateCell } from './ChannelStateCell.tsx'

const summary = (id: string, more: object) => ({
  id,
  project,
  name: id,
  state: 'connected',
  since: null,
  fault: null,
  points: 10,
  faultCount: 0,
  pointsPerS: 2,
  ...more,
})

test('the list shows the state of each channel with its error in words, read with one request', async () => {
  const { server } = await openPart(
    <>
      {['meter', 'press', 'tank'].map((id) => (
        <ChannelStateCell key={id} row={createRow(id, {})} />
      ))}
    </>,
    {
      answers: {
        'accessChannelState.overview': () => [
          summary('meter', {}),
          summary('press', {
            state: 'failed',
            fault: { code: 'ECONNREFUSED', words: { en: 'Refused', zh: '被拒绝' } },
          }),
          summary('tank', { faultCount: 3 }),
        ],
      },
    },
  )
  expect((await screen.findByText('Not connected')).parentElement?.textContent).toBe('Not connectedRefused')
  expect(screen.getAllByText('Connected')).toHaveLength(2)
  screen.getByText('3 points cannot be read')
  expect(server.sent('accessChannelState.overview')).toHaveLength(1)
})
