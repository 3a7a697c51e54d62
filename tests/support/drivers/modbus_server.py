"""Modbus server of pymodbus. Usage: modbus_server.py PORT [socket|rtu] [UNIT ...]. Registers: address n holds n."""
import sys

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

port = int(sys.argv[1])
framer = ModbusRtuFramer if len(sys.argv) > 2 and sys.argv[2] == "rtu" else ModbusSocketFramer
units = [int(unit) for unit in sys.argv[3:]] or [1]
# A gap: registers 1100 to 1199 do not exist.
holding = {address: address for address in range(0, 1100)}
holding.update({address: address for address in range(1200, 12000)})
# 32-bit float 21.5 in the order ABCD at 500 and CDAB at 502, text at 510, BCD 1234 at 520.
holding.update({500: 0x41AC, 501: 0x0000, 502: 0x0000, 503: 0x41AC, 510: 0x5075, 511: 0x6D70, 512: 0, 520: 0x1234})


def create():
    return ModbusSlaveContext(
        di=ModbusSequentialDataBlock(0, [address % 2 for address in range(2000)]),
        co=ModbusSequentialDataBlock(0, [0] * 2000),
        hr=ModbusSparseDataBlock(dict(holding)),
        ir=ModbusSequentialDataBlock(0, [address + 1 for address in range(2000)]),
        zero_mode=True,
    )


context = ModbusServerContext(slaves={unit: create() for unit in units}, single=False)
print("ready", flush=True)
StartTcpServer(context=context, address=("127.0.0.1", port), framer=framer, allow_reuse_address=True)
