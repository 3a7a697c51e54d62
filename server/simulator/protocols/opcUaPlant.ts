import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unwrap } from '../../drivers/opcua/unwrap.ts'
import type { Machine } from '../deviceModels.ts'
import { pointsByKind } from '../plant.ts'
import { findRefusal } from '../virtualPlant.ts'

const sampleMs = 500

/**
 * Serves machines over OPC UA at `opc.tcp://127.0.0.1:<port>`, without security: each machine is an object, each point
 * the node `ns=1;s=<device>.<point>`. Returns a function that stops the server. Throws if the development package is not
 * installed or the port is in use.
 */
export async function serveOpcUa(machines: readonly Machine[], port: number): Promise<() => Promise<void>> {
  const { OPCUAServer } = unwrap(await import('node-opcua-server'))
  const { DataType, MessageSecurityMode, SecurityPolicy, StatusCodes, Variant } = unwrap(
    await import('node-opcua-client'),
  )
  const { OPCUACertificateManager } = unwrap(await import('node-opcua-certificate-manager'))
  const rootFolder = await mkdtemp(join(tmpdir(), 'mimic-opcua-plant-'))
  const serverCertificateManager = new OPCUACertificateManager({ rootFolder, name: '' })
  await serverCertificateManager.initialize()
  const server = new OPCUAServer({
    port,
    host: '127.0.0.1',
    hostname: '127.0.0.1',
    serverCertificateManager,
    securityModes: [MessageSecurityMode.None],
    securityPolicies: [SecurityPolicy.None],
    serverInfo: { applicationUri: 'urn:mimic:plant', applicationName: { text: 'Virtual plant' } },
  })
  await server.initialize()
  const space = server.engine.addressSpace
  const namespace = space?.getOwnNamespace()
  if (!space || !namespace) throw new Error('no address space')
  for (const machine of machines) {
    const object = namespace.addObject({
      organizedBy: space.rootFolder.objects,
      browseName: machine.device.name,
      nodeId: `s=${machine.device.name}`,
    })
    for (const [index, { point, kind, writable }] of pointsByKind[machine.device.kind].entries()) {
      const access = writable ? 'CurrentRead | CurrentWrite' : 'CurrentRead'
      const isFlag = kind === 'flag'
      namespace.addVariable({
        componentOf: object,
        browseName: point,
        nodeId: `s=${machine.device.name}.${point}`,
        dataType: isFlag ? 'Boolean' : 'Double',
        accessLevel: access,
        userAccessLevel: access,
        minimumSamplingInterval: sampleMs,
        value: {
          get: () => {
            const value = machine.values[index] ?? 0
            return new Variant(
              isFlag ? { dataType: DataType.Boolean, value: value !== 0 } : { dataType: DataType.Double, value },
            )
          },
          set: ({ value }: { readonly value: unknown }) => {
            const target = Number(value)
            if (findRefusal(machine.device, point, target) !== null) return StatusCodes.BadOutOfRange
            machine.set(point, target)
            machine.values[index] = target
            return StatusCodes.Good
          },
        },
      })
    }
  }
  await server.start()
  return async () => {
    await server.shutdown(0)
    await rm(rootFolder, { recursive: true, force: true })
  }
}
