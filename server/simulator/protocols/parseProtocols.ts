import { encodeLocalized } from '../../../contract/localizedText.ts'

/** Protocols in which the virtual plant is served, with the ports of those that listen. */
export interface PlantProtocols {
  readonly modbusPort?: number
  readonly opcuaPort?: number
  readonly isSparkplug?: boolean
  readonly isTasmota?: boolean
}

const defaultPorts = { modbus: 5020, opcua: 4841 } as const
const usage = encodeLocalized({
  en: '--plant-protocols must be a list of modbus[:port], opcua[:port], sparkplug and tasmota; a port is a number from 1 to 65535',
  zh: '--plant-protocols 应为 modbus[:端口]、opcua[:端口]、sparkplug、tasmota 的列表；端口为 1 至 65535 的数字',
})

/** Parses a list such as `modbus,opcua:4840,tasmota`. Throws an error for other texts. */
export function parseProtocols(text: string | undefined): PlantProtocols {
  let protocols: PlantProtocols = {}
  for (const part of text === undefined ? [] : text.split(',')) {
    const [, name = '', port] = /^([a-z]+)(?::(\d{1,5}))?$/.exec(part.trim()) ?? []
    if (name === 'modbus') protocols = { ...protocols, modbusPort: parsePort(port, defaultPorts.modbus) }
    else if (name === 'opcua') protocols = { ...protocols, opcuaPort: parsePort(port, defaultPorts.opcua) }
    else if (name === 'sparkplug' && port === undefined) protocols = { ...protocols, isSparkplug: true }
    else if (name === 'tasmota' && port === undefined) protocols = { ...protocols, isTasmota: true }
    else throw new Error(usage)
  }
  return protocols
}

/** Addresses at which the plant listens, as `host:port`. */
export const listAddresses = ({ modbusPort, opcuaPort }: PlantProtocols): string[] =>
  [modbusPort, opcuaPort].flatMap((port) => (port === undefined ? [] : [`127.0.0.1:${port}`]))

function parsePort(text: string | undefined, fallback: number): number {
  const port = text === undefined ? fallback : Number(text)
  if (port < 1 || port > 65_535) throw new Error(usage)
  return port
}
