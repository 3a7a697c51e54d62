import { expect, test } from 'vitest'
import { socketCommands } from '../../../contract/socket.ts'
import { socketEvent } from '../../net/socket.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { subscribeProjectChanges, ProjectsStore } from './projects.ts'

const granted = [
  ['factory', 'industry'],
  ['north', 'street'],
  ['south', 'street'],
  ['tunnel', 'tunnel'],
].map(([id, edition]) => ({ id, name: id, edition, timeZone: 'Asia/Shanghai', role: 'super' }))

test('an edition without a given project starts with the last project used in it, or with its first one', async () => {
  const projects = new ProjectsStore(fakeClient(fakeServer(() => good(granted)).fetch), () => 'ann')
  expect(projects.startIn('street', null)).toBeUndefined()
  await projects.load()
  expect(projects.startIn('street', null)).toBe('north')
  expect(projects.startIn('street', 'south')).toBe('south')
  expect(projects.startIn('street', 'factory')).toBe('north')
  expect(projects.startIn('unheard', 'south')).toBe('south')
  expect(projects.startIn(null, 'tunnel')).toBe('tunnel')
})

test('a clock that a project is given elsewhere is heard at once, and one that was not heard is asked for when the line is back', async () => {
  const events = new EventTarget()
  const sendCommand = (command: string): boolean =>
    events.dispatchEvent(new CustomEvent(socketEvent, { detail: { command, data: null } }))
  let timeZone = 'Asia/Shanghai'
  const { fetch, requests } = fakeServer(() => good(granted.map((project) => ({ ...project, timeZone }))))
  const projects = new ProjectsStore(fakeClient(fetch), () => 'ann')
  subscribeProjectChanges(events, projects)
  await projects.load()
  sendCommand(socketCommands.signIn)
  sendCommand(socketCommands.heartbeat)
  expect(requests).toHaveLength(1)
  timeZone = 'Asia/Urumqi'
  sendCommand(socketCommands.projectsChanged)
  await expect.poll(() => projects.list[0]?.timeZone).toBe('Asia/Urumqi')
  timeZone = 'Europe/Berlin'
  sendCommand(socketCommands.signIn)
  await expect.poll(() => projects.list[0]?.timeZone).toBe('Europe/Berlin')
})
