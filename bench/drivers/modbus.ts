/*
 * Registers per second that the Modbus driver reads over one TCP link from a device in another process, and the CPU
 * time of the driver. Run: npx tsx bench/drivers/modbus.ts
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:net'
import { createConfig, createContext, createPoint } from '../../tests/support/drivers/channel.ts'
import { ModbusDriver } from '../../server/drivers/modbus/modbusDriver.ts'

const registers = 10_000
const cycles = 30

if (process.argv[2] === 'device') serve()
else await measure()

async function measure(): Promise<void> {
  const device: ChildProcess = fork(import.meta.filename, ['device'], { execArgv: ['--import', 'tsx'] })
  const port = await new Promise<number>((done) => device.once('message', (message) => done(Number(message))))
  const points = Array.from({ length: registers }, (_, address) => createPoint(`a/b/p${address}`, `holding:${address}`))
  const { context, counts } = createContext(createConfig({ kind: 'client', host: '127.0.0.1', port }, points))
  const driver = new ModbusDriver(context)
  await driver.connect(new AbortController().signal)
  const all = points.map((_, index) => index)
  await driver.read(all)
  counts.sent = 0
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  for (let cycle = 0; cycle < cycles; cycle++) {
    const readings = await driver.read(all)
    if (readings.some(({ point, value }) => value !== point)) throw new Error('a wrong value')
  }
  const seconds = (performance.now() - startedMs) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const perS = (registers * cycles) / seconds
  process.stdout.write(
    `${JSON.stringify({
      measure: 'modbus',
      registersPerS: Math.round(perS),
      requestsPerCycle: counts.sent / cycles,
      cpuMsPer10000: Number(((user + system) / 1_000 / cycles).toFixed(1)),
    })}\n`,
  )
  await driver.close()
  device.kill()
}

/** A device whose register n holds n. */
function serve(): void {
  const server = createServer((socket) => {
    socket.on('data', (request) => {
      const count = request.readUInt16BE(10)
      const answer = Buffer.alloc(9 + count * 2)
      request.copy(answer, 0, 0, 8)
      answer.writeUInt16BE(3 + count * 2, 4)
      answer.writeUInt8(count * 2, 8)
      for (let index = 0; index < count; index++) answer.writeUInt16BE(request.readUInt16BE(8) + index, 9 + index * 2)
      socket.write(answer)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
}
