import { createServer, type Socket } from 'node:net'

/** A controller with data blocks and markers, for tests of the S7 driver. */
export interface S7Controller {
  readonly port: number
  readonly blocks: Map<number, Buffer>
  /** Number of read requests and of items in them. */
  readonly counts: { requests: number; items: number }
  close(): Promise<void>
}

interface ControllerOptions {
  /** Limit of a PDU in bytes. */
  readonly pduBytes?: number
  /** Slot of the CPU; connections to others are rejected. */
  readonly slot?: number
}

const areaOfBlocks = 0x84
const areaOfMarkers = 0x83
const noAddress = 5
const noBlock = 10
const good = 0xff

/** Starts a controller. Block 0 contains the markers. */
export async function startS7({ pduBytes = 240, slot = 1 }: ControllerOptions = {}): Promise<S7Controller> {
  const blocks = new Map<number, Buffer>([[0, Buffer.alloc(64)]])
  const counts = { requests: 0, items: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= 4 && received.length >= received.readUInt16BE(2)) {
        const unit = received.subarray(4, received.readUInt16BE(2))
        received = received.subarray(received.readUInt16BE(2))
        const reply = unit[1] === 0xe0 ? connect(unit) : execute(unit.subarray(3))
        const header = Buffer.from([3, 0, 0, 0])
        header.writeUInt16BE(4 + reply.length, 2)
        socket.write(Buffer.concat([header, reply]))
      }
    })
  })

  function connect(unit: Buffer): Buffer {
    const isOwn = ((unit.at(-1) ?? 0) & 0x1f) === slot
    if (!isOwn) return Buffer.from([6, 0x80, 0, 1, 0, 1, 0])
    const confirm = Buffer.from(unit)
    confirm[1] = 0xd0
    unit.copy(confirm, 2, 4, 6)
    return confirm
  }

  function execute(pdu: Buffer): Buffer {
    const parameters = pdu.subarray(10, 10 + pdu.readUInt16BE(6))
    const data = pdu.subarray(10 + parameters.length)
    switch (parameters[0]) {
      case 0xf0:
        return answer(pdu, Buffer.from([0xf0, 0, 0, 1, 0, 1, pduBytes >> 8, pduBytes & 0xff]), Buffer.alloc(0))
      case 4:
        return read(pdu, parameters)
      case 5:
        return write(pdu, parameters, data)
      default:
        return answer(pdu, Buffer.alloc(0), Buffer.alloc(0), 0x8104)
    }
  }

  /** Range of an item, or its return code. */
  function find(item: Buffer): { readonly bytes: Buffer; readonly bit: number | null } | number {
    const area = item[8]
    const block = blocks.get(area === areaOfMarkers ? 0 : item.readUInt16BE(6))
    if ((area !== areaOfBlocks && area !== areaOfMarkers) || !block) return noBlock
    const address = item.readUIntBE(9, 3)
    const [start, count] = [address >> 3, item.readUInt16BE(4)]
    if (start + count > block.length) return noAddress
    return { bytes: block.subarray(start, start + count), bit: item[3] === 1 ? address & 7 : null }
  }

  function read(pdu: Buffer, parameters: Buffer): Buffer {
    const items = listItems(parameters)
    counts.requests++
    counts.items += items.length
    const parts = items.map((item, index) => {
      const found = find(item)
      if (typeof found === 'number') return Buffer.from([found, 0, 0, 0])
      const header = Buffer.from([good, 4, 0, 0])
      header.writeUInt16BE(found.bytes.length * 8, 2)
      const isPadded = found.bytes.length % 2 === 1 && index < items.length - 1
      return Buffer.concat([header, found.bytes, Buffer.alloc(isPadded ? 1 : 0)])
    })
    const result = answer(pdu, Buffer.from([4, items.length]), Buffer.concat(parts))
    return result.length - 3 > pduBytes ? answer(pdu, Buffer.alloc(0), Buffer.alloc(0), 0x8500) : result
  }

  function write(pdu: Buffer, parameters: Buffer, data: Buffer): Buffer {
    const [item = Buffer.alloc(12)] = listItems(parameters)
    const found = find(item)
    if (typeof found === 'number') return answer(pdu, Buffer.from([5, 1]), Buffer.from([found]))
    if (found.bit === null) data.copy(found.bytes, 0, 4)
    else {
      const mask = 1 << found.bit
      found.bytes[0] = data[4] === 0 ? (found.bytes[0] ?? 0) & ~mask : (found.bytes[0] ?? 0) | mask
    }
    return answer(pdu, Buffer.from([5, 1]), Buffer.from([good]))
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    blocks,
    counts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

const listItems = (parameters: Buffer): Buffer[] =>
  Array.from({ length: parameters[1] ?? 0 }, (_, index) => parameters.subarray(2 + index * 12, 14 + index * 12))

function answer(pdu: Buffer, parameters: Buffer, data: Buffer, error = 0): Buffer {
  const header = Buffer.alloc(12)
  pdu.copy(header, 0, 0, 6)
  header[1] = 3
  header.writeUInt16BE(parameters.length, 6)
  header.writeUInt16BE(data.length, 8)
  header.writeUInt16BE(error, 10)
  return Buffer.concat([Buffer.from([2, 0xf0, 0x80]), header, parameters, data])
}
