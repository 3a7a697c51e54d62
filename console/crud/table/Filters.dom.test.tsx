import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Entity } from '../../../contract/entity/define.ts'
import { getEntity } from '../../../contract/entities.ts'
import { openPart } from '../../testing/openConsole.tsx'
import type { EntityQuery } from '../../net/entityClient.ts'
import { Filters } from './Filters.tsx'

const cabinet = getEntity('cabinet')
const byDay: Entity = { ...cabinet, list: { ...cabinet.list, filters: ['installedAt'] } }

async function openFilters(entity: Entity) {
  const queries: EntityQuery[] = []
  const { user } = await openPart(
    <Filters
      shape={{ entity }}
      query={{ page: 1, pageSize: 10 }}
      onQuery={(query) => queries.push(query)}
      onOpen={() => undefined}
    />,
  )
  const enter = async (name: string, from: string, to: string): Promise<EntityQuery | undefined> => {
    const [first, last] = screen.getAllByRole('textbox', { name })
    if (!first || !last) throw new Error(`no range ${name}`)
    await user.click(first)
    await user.type(first, `${from}{Enter}`)
    await user.type(last, `${to}{Enter}`)
    return queries.at(-1)
  }
  return { enter }
}

describe('the range filter', () => {
  test('has the name of its field as a label', async () => {
    await openFilters(getEntity('alarm'))
    expect([screen.getAllByRole('textbox', { name: 'Time' }).length, screen.queryByText('Time:') !== null]).toEqual([
      2,
      true,
    ])
  })

  test('of a field by day accepts days and includes the last one, in the time zone of the project', async () => {
    const { enter } = await openFilters(byDay)
    const query = await enter('Installed on', '2026-03-01', '2026-03-02')
    expect([query?.since, query?.from, query?.to]).toEqual([
      'installedAt',
      Date.parse('2026-03-01T00:00:00+08:00'),
      Date.parse('2026-03-03T00:00:00+08:00') - 1,
    ])
  })

  test('of other fields accepts times', async () => {
    const { enter } = await openFilters(getEntity('alarm'))
    const query = await enter('Time', '2026-03-01 08:30', '2026-03-02 09:00')
    expect([query?.since, (query?.to ?? 0) - (query?.from ?? 0)]).toEqual(['at', 24.5 * 3_600_000])
  })
})
