import type { Words } from '@mimic/engine/schema'
import { describeCommon, describeUnknown } from '../codes.ts'
import type { CodeMeaning } from '../driver.ts'

/** Exception codes (Modbus Application Protocol 1.1b3, section 7). */
const exceptions: Readonly<Record<string, Words>> = {
  '1': { en: 'the device does not support this function', zh: '设备不支持该功能码' },
  '2': { en: 'the device has no such address', zh: '设备没有该地址' },
  '3': { en: 'the device rejects the value or the number of registers', zh: '设备拒绝该数值或寄存器数量' },
  '4': { en: 'the device failed', zh: '设备故障' },
  '5': { en: 'the device needs more time', zh: '设备仍在处理' },
  '6': { en: 'the device is busy', zh: '设备忙' },
  '7': { en: 'the device cannot perform this function', zh: '设备无法执行该功能' },
  '8': { en: 'the memory of the device is faulty', zh: '设备存储器校验错误' },
  '10': { en: 'the gateway has no path to the unit', zh: '网关没有到该站号的路径' },
  '11': { en: 'the unit behind the gateway does not answer', zh: '网关后的设备无应答' },
}

/** Returns quality and words of a code of the Modbus driver. */
export function describeModbus(code: string): CodeMeaning {
  const common = describeCommon(code)
  if (common) return common
  const number = /^exception (\d+)$/.exec(code)?.[1]
  const words = number === undefined ? undefined : exceptions[number]
  return words === undefined
    ? describeUnknown(code)
    : {
        quality: 2,
        words: { en: `${words.en} (exception ${number})`, zh: `${words.zh}（异常码 ${number}）` },
      }
}
