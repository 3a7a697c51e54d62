import { createServer, type Server, type Socket } from 'node:net'
import type { Machine } from '../deviceModels.ts'
import { findRefusal } from '../virtualPlant.ts'

const headerBytes = 7
const maxRegisters = 125
const illegalFunction = 1
const illegalAddress = 2
const illegalValue = 3
const noSuchUnit = 11

/**
 * Serves machines over Modbus TCP: unit n is the nth machine, and its point i is a 32-bit float (ABCD) in the holding
 * registers 2i and 2i+1. Writable points accept function 16. Resolves when the port is open.
 */
export async function serveModbus(machines: readonly Machine[], port: number): Promise<Server> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= headerBytes) {
        const length = received.readUInt16BE(4)
        if (length < 2 || length > 254) return void socket.destroy()
        if (received.length < 6 + length) return
        answer(socket, received.subarray(0, 6 + length), machines)
        received = received.subarray(6 + length)
      }
    })
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
  return server
}

function answer(socket: Socket, request: Buffer, machines: readonly Machine[]): void {
  const machine = machines[(request[6] ?? 0) - 1]
  const pdu = request.subarray(headerBytes)
  const code = pdu[0] ?? 0
  const result = machine === undefined ? noSuchUnit : execute(machine, code, pdu)
  const body = typeof result === 'number' ? Buffer.from([code | 0x80, result]) : result
  const header = Buffer.from(request.subarray(0, headerBytes))
  header.writeUInt16BE(body.length + 1, 4)
  socket.write(Buffer.concat([header, body]))
}

/** Returns the PDU of the answer, or an exception code. */
function execute(machine: Machine, code: number, pdu: Buffer): Buffer | number {
  if ((code !== 3 && code !== 4 && code !== 16) || pdu.length < 5) return illegalFunction
  const start = pdu.readUInt16BE(1)
  const count = pdu.readUInt16BE(3)
  if (count === 0 || count > maxRegisters) return illegalValue
  if (start + count > machine.points.length * 2) return illegalAddress
  if (code === 16) return write(machine, start, count, pdu)
  const registers = Buffer.alloc(machine.points.length * 4)
  for (const index of machine.points.keys()) registers.writeFloatBE(machine.values[index] ?? 0, index * 4)
  return Buffer.concat([Buffer.from([code, count * 2]), registers.subarray(start * 2, (start + count) * 2)])
}

/** Writes one point. */
function write(machine: Machine, start: number, count: number, pdu: Buffer): Buffer | number {
  const point = machine.points[start / 2]
  if (point === undefined || count !== 2 || pdu.length !== 10) return illegalAddress
  const value = pdu.readFloatBE(6)
  if (findRefusal(machine.device, point, value) !== null) return illegalValue
  machine.set(point, value)
  machine.values[start / 2] = value
  return pdu.subarray(0, 5)
}
