import { expect, it } from 'vitest'
import { listAddresses, parseProtocols } from './parseProtocols.ts'

it('reads protocols with their ports', () => {
  expect(parseProtocols(undefined)).toEqual({})
  expect(parseProtocols('modbus')).toEqual({ modbusPort: 5020 })
  const all = parseProtocols('modbus:6000, opcua,sparkplug,tasmota')
  expect(all).toEqual({ modbusPort: 6000, opcuaPort: 4841, isSparkplug: true, isTasmota: true })
  expect(listAddresses(all)).toEqual(['127.0.0.1:6000', '127.0.0.1:4841'])
})

it.each(['', 'profinet', 'modbus:0', 'modbus:70000', 'tasmota:5', 'modbus,'])('rejects %j', (text) => {
  expect(() => parseProtocols(text)).toThrow(/--plant-protocols/)
})
