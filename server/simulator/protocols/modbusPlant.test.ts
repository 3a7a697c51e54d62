import { expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import { ModbusDriver } from '../../drivers/modbus/modbusDriver.ts'
import { serveModbus } from './modbusPlant.ts'
import { VirtualPlant } from '../virtualPlant.ts'

it('serves the machines of the plant over Modbus TCP and obeys writes within the limits', async () => {
  const machines = new VirtualPlant({ tags: 200, seed: 1, dayMs: 60_000 }).getMachines('factory')
  const server = await serveModbus(machines, 0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const unit = machines.findIndex(({ points }) => points.includes('speed'))
  const machine = machines[unit]
  const speed = machine?.points.indexOf('speed') ?? 0
  const more = { type: 'float32', station: String(unit + 1) } as const
  const { context } = createContext(
    createConfig({ kind: 'client', host: '127.0.0.1', port }, [
      createPoint('a/b/speed', `holding:${speed * 2}`, more),
      createPoint('a/b/none', 'holding:1000', more),
    ]),
  )
  const driver = new ModbusDriver(context)
  try {
    await driver.connect(new AbortController().signal)
    const [reading, missing] = await driver.read([0, 1])
    expect(reading?.value).toBeCloseTo(machine?.values[speed] ?? NaN, 2)
    expect(missing?.code).toBe('exception 2')
    const code = await driver.write(0, 50).then(
      (written) => written.value,
      (cause: unknown) => (cause instanceof Error && 'code' in cause ? cause.code : ''),
    )
    expect([50, 'exception 3']).toContain(code)
  } finally {
    await driver.close()
    server.close()
  }
})
