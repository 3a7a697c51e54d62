import { afterEach, describe, expect, it, vi } from 'vitest'
import { backoffMs, Connection } from './connection.ts'
import type { TestBroker } from './testBroker.ts'
import { startTestBroker, until } from './testBroker.ts'

const open: { broker?: TestBroker; connection?: Connection } = {}
afterEach(async () => {
  open.connection?.close()
  await open.broker?.kill()
  delete open.connection
  delete open.broker
})

const bytes = (text: string) => new TextEncoder().encode(text)

function dial(url: string, token = 'secret', random?: () => number) {
  const messages: [string, string, boolean][] = []
  const links: string[] = []
  const connection = new Connection(
    { url, token, clientName: 'eva' },
    {
      onMessage: (topic, payload, isRetained) => messages.push([topic, new TextDecoder().decode(payload), isRetained]),
      onOpen: () => links.push('open'),
      onLost: (isRefused) => links.push(isRefused ? 'refused' : 'lost'),
    },
    random,
  )
  open.connection = connection
  return { connection, messages, links }
}

describe('a connection', { timeout: 30_000 }, () => {
  it('waits with full jitter: at most 1 s at first, doubled each time, never more than 30 s', () => {
    const longest = Array.from({ length: 8 }, (_, attempt) => backoffMs(attempt, () => 1))
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect(backoffMs(2000, () => 0.5)).toBe(15_000)
    expect(backoffMs(3, () => 0)).toBe(0)
  })

  it('signs in with account and token and receives the retained values of its filters', async () => {
    const broker = await startTestBroker()
    open.broker = broker
    await broker.publish('p/a/d/x/up/values', bytes('kept'), true)
    const { connection, messages } = dial(broker.url)
    connection.setFilters(
      new Map([
        ['p/a/d/x/up/values', 0],
        ['mimic/beacon', 1],
      ]),
    )
    await until('the retained value', () => messages.length === 1)
    await broker.publish('p/a/d/x/up/values', bytes('live'), true)
    await broker.publish('p/a/d/y/up/values', bytes('nobody asked'))
    await until('the live value', () => messages.length === 2)
    expect(messages).toEqual([
      ['p/a/d/x/up/values', 'kept', true],
      ['p/a/d/x/up/values', 'live', false],
    ])
    expect(broker.logins).toMatchObject([{ user: 'eva', password: 'secret' }])
    expect(broker.logins[0]?.clientId).toMatch(/^ui-eva(-\d+){4}$/)
  })

  it('stands on a page over plain http, where browsers give less', async () => {
    const whole = crypto
    vi.stubGlobal('crypto', { getRandomValues: (into: Uint32Array<ArrayBuffer>) => whole.getRandomValues(into) })
    const broker = await startTestBroker()
    open.broker = broker
    const { links } = dial(broker.url)
    vi.unstubAllGlobals()
    await until('the link', () => links.length > 0)
    expect(links).toEqual(['open'])
  })

  it('subscribes and unsubscribes by the difference', async () => {
    const broker = await startTestBroker()
    open.broker = broker
    const { connection, messages, links } = dial(broker.url)
    connection.setFilters(
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
    )
    await until('the link', () => links.includes('open'))
    connection.setFilters(
      new Map([
        ['b', 0],
        ['c', 0],
      ]),
    )
    await until('the subscriptions', () => broker.subscriptions.length === 3)
    expect(broker.subscriptions).toEqual(['a', 'b', 'c'])
    for (const topic of ['a', 'b', 'c']) await broker.publish(topic, bytes(topic))
    await until('the messages', () => messages.length >= 2)
    expect(messages.map(([topic]) => topic)).toEqual(['b', 'c'])
  })

  it('reconnects after the broker was killed, with the newest token and all its filters', async () => {
    const first = await startTestBroker()
    const { connection, messages, links } = dial(first.url)
    connection.setFilters(
      new Map([
        ['a', 0],
        ['b', 1],
      ]),
    )
    await until('the first link', () => first.subscriptions.length === 2)
    await first.kill()
    await until('the loss', () => links.includes('lost'))
    connection.renew('renewed')
    const second = await startTestBroker({ port: first.port })
    open.broker = second
    await until('the second link', () => second.subscriptions.length === 2)
    await second.publish('a', bytes('again'))
    await until('the value', () => messages.length === 1)
    expect(second.logins).toMatchObject([{ user: 'eva', password: 'renewed' }])
  })

  it('reports a rejected sign-in and tries a new token immediately', async () => {
    const broker = await startTestBroker({ password: 'new' })
    open.broker = broker
    const { connection, links } = dial(broker.url, 'old', () => 60)
    await until('the refusal', () => links.includes('refused'))
    connection.renew('new')
    expect(await until('the link', () => links.includes('open'))).toBeLessThan(10_000)
  })

  it('counts filters that are not granted and keeps the others', async () => {
    const broker = await startTestBroker({ secret: 'forbidden' })
    open.broker = broker
    const { connection, messages } = dial(broker.url)
    connection.setFilters(
      new Map([
        ['forbidden', 0],
        ['a', 0],
      ]),
    )
    await until('the refusal', () => connection.refusedFilters === 1)
    await broker.publish('a', bytes('1'))
    await until('the value', () => messages.length === 1)
    expect(messages).toEqual([['a', '1', false]])
  })

  it('does not dial again once closed', async () => {
    const broker = await startTestBroker()
    open.broker = broker
    const { connection, links } = dial(broker.url)
    await until('the link', () => links.includes('open'))
    connection.close()
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect([links, broker.logins.length]).toEqual([['open'], 1])
  })
})
