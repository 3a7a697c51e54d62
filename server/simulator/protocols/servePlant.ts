import type { VirtualPlant } from '../virtualPlant.ts'
import { serveModbus } from './modbusPlant.ts'
import { serveOpcUa } from './opcUaPlant.ts'
import type { PlantProtocols } from './parseProtocols.ts'
import type { PlantClientOptions } from './plantClient.ts'
import { serveSparkplug } from './sparkplugPlant.ts'
import { serveTasmota } from './tasmotaPlant.ts'

/** Serves the plant in foreign protocols. One that cannot be served is reported. Returns a function that stops all. */
export function servePlant(
  world: VirtualPlant,
  { modbusPort, opcuaPort, isSparkplug, isTasmota }: PlantProtocols,
  broker: Omit<PlantClientOptions, 'clientId'>,
): () => Promise<void> {
  const factory = world.getMachines('factory')
  const poles = world.getMachines('street').filter(({ device }) => device.kind === 'pole')
  const stops: (() => Promise<unknown>)[] = []
  const start = (name: string, serve: () => Promise<() => Promise<unknown>>): void => {
    const serving = serve().catch((cause: unknown) => {
      process.stderr.write(`simulator: ${name} is not served: ${String(cause)}\n`)
      return () => Promise.resolve()
    })
    stops.push(async () => (await serving)())
  }
  if (modbusPort !== undefined)
    start('Modbus TCP', async () => {
      const server = await serveModbus(factory, modbusPort)
      return () => Promise.resolve(server.close())
    })
  if (opcuaPort !== undefined) start('OPC UA', () => serveOpcUa(factory, opcuaPort))
  if (isSparkplug === true) stops.push(serveSparkplug(factory, { ...broker, clientId: `${broker.username}-sparkplug` }))
  if (isTasmota === true) stops.push(serveTasmota(poles, { ...broker, clientId: `${broker.username}-tasmota` }))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
