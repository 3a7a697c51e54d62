import { describe, expect, it } from 'vitest'
import { EchoFilter } from './echoFilter.ts'
import { TopicMap } from './topicMapping.ts'

const row = { direction: 'out', filter: '#', localPrefix: '', remotePrefix: '', qos: 1, isRetained: false } as const

describe('topics of an MQTT bridge', () => {
  it('replaces the prefix in both directions; the first matching row counts', () => {
    const map = new TopicMap([
      { ...row, filter: 'street/#', localPrefix: 'p/', remotePrefix: 'city/', isRetained: true, qos: 0 },
      { ...row, localPrefix: 'p/', remotePrefix: 'rest/' },
      { ...row, direction: 'in', filter: '+/up/values', localPrefix: 'p/x/d/', remotePrefix: 'in/' },
    ])
    expect(map.toRemote('p/street/d/a')).toEqual({ topic: 'city/street/d/a', qos: 0, isRetained: true })
    expect(map.toRemote('p/tunnel/d/a')).toEqual({ topic: 'rest/tunnel/d/a', qos: 1, isRetained: false })
    expect(map.toRemote('other')).toBeNull()
    expect(map.toLocal('in/a/up/values')).toBe('p/x/d/a/up/values')
    expect(map.toLocal('in/a/b/up/values')).toBeNull()
    expect([...map.subscriptions]).toEqual([['in/+/up/values', 1]])
  })
  it('without output rows, the topic is unchanged', () => {
    expect(new TopicMap([]).toRemote('a/b')).toEqual({ topic: 'a/b', qos: 1, isRetained: false })
  })
  it('an echo is recognized as often as the message was published', () => {
    const echoes = new EchoFilter()
    const payload = Buffer.from('1')
    echoes.expect('a', payload)
    echoes.expect('a', payload)
    expect([1, 2, 3].map(() => echoes.isEcho('a', payload))).toEqual([true, true, false])
    expect(echoes.isEcho('b', payload)).toBe(false)
  })
})
