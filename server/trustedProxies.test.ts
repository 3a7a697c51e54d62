import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { createProxies } from './trustedProxies.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

it('believes only listed proxies, from the nearest on, and no further than the first that is none', () => {
  const { getAddress } = createProxies(['192.0.2.7', '10.1.0.0/16', 'fd00::/8'])
  expect(getAddress(from('203.0.113.9', '1.2.3.4'))).toBe('203.0.113.9')
  expect(getAddress(from('192.0.2.7', '203.0.113.9'))).toBe('203.0.113.9')
  expect(getAddress(from('::ffff:192.0.2.7', '203.0.113.9'))).toBe('203.0.113.9')
  expect(getAddress(from('192.0.2.7', '1.2.3.4, 203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9')
  expect(getAddress(from('fd00::1', '2001:db8::5'))).toBe('2001:db8::5')
  expect(getAddress(from('10.2.0.1', '1.2.3.4'))).toBe('10.2.0.1')
  expect(getAddress(from('192.0.2.7', "1.2.3.4'; drop table account"))).toBe('192.0.2.7')
  expect(getAddress(from('192.0.2.7'))).toBe('192.0.2.7')
  expect(createProxies([]).getAddress(from('127.0.0.1', '1.2.3.4'))).toBe('127.0.0.1')
})

it('reads addresses and subnets from the environment, and names an invalid one', () => {
  expect(readOptions({ MIMIC_TRUSTED_PROXIES: ' 127.0.0.1, 10.0.0.0/8,::1' }, []).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
  ])
  expect(readOptions({}, []).trustedProxies).toEqual([])
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0', 'true', '*', '10.0.0.0/8/9'])
    expect(() => readOptions({ MIMIC_TRUSTED_PROXIES: wrong }, [])).toThrow('MIMIC_TRUSTED_PROXIES')
})
