import type { Driver, DriverContext, Protocol } from './driver.ts'

/** Creates the driver of a protocol. Each is loaded only in the processes of its channels. */
export async function createDriver(protocol: Protocol, context: DriverContext): Promise<Driver> {
  switch (protocol) {
    case 'modbus-tcp':
    case 'modbus-rtu':
      return new (await import('./modbus/modbusDriver.ts')).ModbusDriver(context)
    case 'dlt645-1997':
    case 'dlt645-2007':
      return new (await import('./dlt645/dlt645Driver.ts')).Dlt645Driver(context)
    case 'opcua':
      return (await import('./opcua/opcUaDriver.ts')).createOpcUaDriver(context)
    case 's7':
      return new (await import('./s7/s7Driver.ts')).S7Driver(context)
    case 'snmp':
      return (await import('./snmp/snmpDriver.ts')).createSnmpDriver(context)
  }
}
