import { expect, test } from 'vitest'
import { fakeClient, fakeServer, good } from '../testing/fakes.ts'
import { ProjectsStore } from './projects.ts'

const granted = [['factory', 'industry'], ['north', 'street'], ['south', 'street'], ['tunnel', 'tunnel']].map(([id, edition]) => ({ id, name: id, edition, timeZone: 'Asia/Shanghai', role: 'super' }))

test('work that names no project begins with the last one of the chosen edition, else with the edition\'s first', async () => {
  const projects = new ProjectsStore(fakeClient(fakeServer(() => good(granted)).fetch), () => 'ann')
  expect(projects.startIn('street', null)).toBeUndefined()
  await projects.load()
  expect(projects.startIn('street', null)).toBe('north')
  expect(projects.startIn('street', 'south')).toBe('south')
  expect(projects.startIn('street', 'factory')).toBe('north')
  expect(projects.startIn('unheard', 'south')).toBe('south')
  expect(projects.startIn(null, 'tunnel')).toBe('tunnel')
})
