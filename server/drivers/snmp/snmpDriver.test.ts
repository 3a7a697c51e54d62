import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import { freePort } from '../../../tests/support/external/mosquitto.ts'
import { createSnmpDriver } from './snmpDriver.ts'

const program = ['/usr/sbin/snmpd', 'snmpd'].find((path) => spawnSync(path, ['-v']).error === undefined)
if (program === undefined)
  console.error('\n*** SKIPPED: tests against snmpd, because it is not installed (apt-get install snmpd) ***\n')

it.runIf(program)('SNMP reads objects of snmpd, reports missing ones, and a device that is gone', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mimic-snmp-'))
  const port = await freePort()
  writeFileSync(
    join(directory, 'conf'),
    'rocommunity plant 127.0.0.1\nsysContact 42.5\nsysName pump-house\nsysServices 72\n',
  )
  const device = spawn(
    program ?? '',
    ['-f', '-C', '-c', join(directory, 'conf'), '-I', 'system_mib', `udp:127.0.0.1:${port}`],
    {
      stdio: 'ignore',
      env: { ...process.env, SNMP_PERSISTENT_DIR: directory },
    },
  )
  const { context } = createContext(
    createConfig(
      { kind: 'client', host: '127.0.0.1', port },
      [
        createPoint('a', '1.3.6.1.2.1.1.4.0', { factor: 2 }),
        createPoint('b', '.1.3.6.1.2.1.1.5.0', { type: 'string' }),
        createPoint('c', '1.3.6.1.2.1.1.7.0'),
        createPoint('d', '1.3.6.1.2.1.99.1.0'),
        createPoint('e', 'sysName'),
      ],
      { protocol: 'snmp', password: 'plant', answerMs: 300 },
    ),
  )
  const driver = await createSnmpDriver(context)
  try {
    await driver.connect(new AbortController().signal)
    const readAll = async () =>
      (await driver.read([0, 1, 2, 3, 4])).toSorted((x, y) => x.point - y.point).map(({ value, code }) => code || value)
    await expect
      .poll(readAll, { timeout: 15_000 })
      .toEqual([85, 'pump-house', 72, expect.stringMatching(/^NoSuch/), 'address'])
    device.kill('SIGKILL')
    expect((await readAll()).slice(0, 4)).toEqual(['timeout', 'timeout', 'timeout', 'timeout'])
  } finally {
    await driver.close()
    device.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  }
})
