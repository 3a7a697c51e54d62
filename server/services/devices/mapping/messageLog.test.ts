import { expect, it } from 'vitest'
import { MessageLog, messageLogLimits } from './messageLog.ts'

const message = (topic: string, at: number, projects: readonly string[] | null = ['north']) => ({
  topic,
  at,
  client: 'yard',
  projects,
  payload: Buffer.from(String(at)),
  bytes: 1,
  problem: { en: 'The payload is empty', zh: '消息内容为空' },
})

it('keeps the last rejected messages of each topic, newest first', () => {
  const log = new MessageLog()
  for (let at = 0; at < messageLogLimits.rejectedPerTopic + 5; at++) log.add(message('a/b', at))
  log.add(message('c/d', 1_000))
  const listed = log.listRejected('a/#', undefined, 1_000)
  expect([listed.length, listed[0]?.at, listed.at(-1)?.at]).toEqual([200, 204, 5])
  expect(log.listNewest('#', undefined, 10).map(({ topic }) => topic)).toEqual(['c/d', 'a/b'])
})

it('shows a message only to accounts of its projects, and one of all projects to super administrators', () => {
  const log = new MessageLog()
  log.add(message('a', 1, ['north']))
  log.add(message('b', 2, null))
  expect(log.listNewest('#', ['north'], 10).map(({ topic }) => topic)).toEqual(['a'])
  expect(log.listRejected('#', ['south'], 10)).toEqual([])
  expect(log.listNewest('#', undefined, 10).map(({ topic }) => topic)).toEqual(['b', 'a'])
})

it('is bounded in topics and in rejected messages', () => {
  const log = new MessageLog()
  for (let topic = 0; topic < messageLogLimits.topics + 10; topic++) log.add(message(`t/${topic}`, topic))
  expect(log.listNewest('#', undefined, 10_000)).toHaveLength(messageLogLimits.topics)
  expect(log.listNewest('t/0', undefined, 10)).toEqual([])
})
