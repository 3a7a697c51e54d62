import { expect, it } from 'vitest'
import { getOperatorLanguage, localizeMessage } from './operatorLanguage.ts'
import { readOptions } from './options.ts'

const cheap = { MIMIC_TEST_PASSWORD_COST: '10', NODE_ENV: 'test' }

it('takes cheap password hashes in a test that only this computer reaches, and in no other server', () => {
  expect(readOptions(cheap, []).testPasswordCost).toBe(10)
  for (const host of ['127.0.0.1', '::1'])
    expect(readOptions({ ...cheap, MIMIC_HOST: host }, []).testPasswordCost).toBe(10)
  expect(readOptions({ NODE_ENV: 'test' }, []).testPasswordCost).toBeUndefined()
  const others: readonly NodeJS.ProcessEnv[] = [
    { NODE_ENV: undefined },
    { NODE_ENV: '' },
    { NODE_ENV: 'production' },
    { NODE_ENV: 'development' },
    { MIMIC_HOST: '0.0.0.0' },
    { MIMIC_HOST: '::' },
    { MIMIC_HOST: 'localhost' },
    { MIMIC_HOST: '10.0.0.7' },
    { MIMIC_TLS_CERT: 'cert.pem', MIMIC_TLS_KEY: 'key.pem' },
    { MIMIC_PUBLIC_URL: 'https://plant.example' },
    { MIMIC_PUBLIC_MQTT_URL: 'wss://plant.example' },
  ]
  for (const env of others)
    expect(() => readOptions({ ...cheap, ...env }, [])).toThrow('MIMIC_TEST_PASSWORD_COST is for tests only')
  for (const cost of ['0', '16', '20', '-1', '1.5', 'low'])
    expect(() => readOptions({ ...cheap, MIMIC_TEST_PASSWORD_COST: cost }, [])).toThrow(
      'MIMIC_TEST_PASSWORD_COST must be an integer from 1 to 15',
    )
})

it('reads the quota of undeclared devices as devices and tags, and rejects anything else', () => {
  expect(readOptions({ MIMIC_UNDECLARED_PER_PROJECT: '6/20' }, []).undeclared).toEqual({
    project: { devices: 6, tags: 20 },
    connection: { devices: 500, tags: 10_000 },
  })
  expect(readOptions({ MIMIC_UNUSED_TAG_DAYS: '0' }, []).unusedTagDays).toBe(0)
  for (const text of ['6', '6/', '/20', '6/20/1', '-6/20', 'many'])
    expect(() => readOptions({ MIMIC_UNDECLARED_PER_CONNECTION: text }, [])).toThrow(
      'MIMIC_UNDECLARED_PER_CONNECTION must be two integers',
    )
})

it('the TCP listener is off by default with a certificate, and a default port is optional', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const { mqttTcp, mqttTls } = readOptions(env, [])
    return { mqttTcp, mqttTls }
  }
  const certificate = { MIMIC_TLS_CERT: 'cert.pem', MIMIC_TLS_KEY: 'key.pem' }
  expect(read({})).toEqual({ mqttTcp: { port: 1883, isOptional: true }, mqttTls: undefined })
  expect(read({ MIMIC_MQTT_TCP_PORT: '0' })).toEqual({ mqttTcp: { port: 0 }, mqttTls: undefined })
  expect(read({ MIMIC_MQTT_TCP_PORT: 'off' })).toEqual({ mqttTcp: undefined, mqttTls: undefined })
  expect(read(certificate)).toEqual({ mqttTcp: undefined, mqttTls: { port: 8883, isOptional: true } })
  expect(read({ ...certificate, MIMIC_MQTT_TCP_PORT: '1883', MIMIC_MQTT_TLS_PORT: 'off' })).toEqual({
    mqttTcp: { port: 1883 },
    mqttTls: undefined,
  })
  expect(() => read({ MIMIC_MQTT_TLS_PORT: '8883' })).toThrow('MIMIC_TLS_CERT')
  expect(() => read({ MIMIC_MQTT_TCP_PORT: 'no' })).toThrow('MIMIC_MQTT_TCP_PORT')
})

it('states what is wrong with a setting in the language of the operator', () => {
  const read = (env: NodeJS.ProcessEnv, args: readonly string[] = []): string => {
    try {
      readOptions(env, args)
    } catch (cause) {
      return localizeMessage(String(cause instanceof Error ? cause.message : cause), getOperatorLanguage(env))
    }
    return ''
  }
  const chinese = { MIMIC_LANGUAGE: 'zh-cn' }
  expect(read({ ...chinese, MIMIC_HTTP_PORT: 'web' })).toBe('MIMIC_HTTP_PORT 应为 0 至 65535 的整数')
  expect(read({ LANG: 'en_GB.UTF-8', MIMIC_HTTP_PORT: 'web' })).toBe(
    'MIMIC_HTTP_PORT must be an integer from 0 to 65535',
  )
  expect(read(chinese, ['--plant-protocols', 'x25'])).toMatch(/^--plant-protocols 应为/)
  expect(read(chinese, ['--fast'])).toBe('参数未知或不完整：--fast')
})
