import type { Lifecycle } from '../entity/define.ts'
import { text } from '../entity/field.ts'

/**
 * Commissioning state of a pole, loop or sensor in its cabinet. The state is pending until the cabinet acknowledges the
 * change; a rejection or timeout leads to `failed`.
 */
export const installation: Lifecycle = {
  field: 'installation',
  words: { en: 'Installation', zh: '安装状态' },
  initial: 'uninstalled',
  states: [
    { value: 'uninstalled', words: { en: 'Not installed', zh: '未安装' }, tone: 'idle' },
    { value: 'installing', words: { en: 'Installing', zh: '安装中' }, tone: 'underway' },
    { value: 'installed', words: { en: 'Installed', zh: '已安装' }, tone: 'good' },
    { value: 'uninstalling', words: { en: 'Uninstalling', zh: '卸载中' }, tone: 'underway' },
    { value: 'failed', words: { en: 'Failed', zh: '安装失败' }, tone: 'warning' },
  ],
  moves: {
    install: {
      words: { en: 'Install', zh: '安装' },
      from: ['uninstalled', 'failed'],
      to: 'installed',
      pendingState: 'installing',
      done: { en: 'Sent to the cabinet', zh: '已下发至配电箱' },
    },
    uninstall: {
      words: { en: 'Uninstall', zh: '卸载' },
      from: ['installed', 'failed'],
      to: 'uninstalled',
      pendingState: 'uninstalling',
      done: { en: 'Sent to the cabinet', zh: '已下发至配电箱' },
      confirm: {
        en: 'The cabinet stops polling and controlling the device.',
        zh: '卸载后配电箱不再轮询和控制该设备。',
      },
    },
    confirmInstalled: {
      words: { en: 'Installed', zh: '安装成功' },
      from: ['installing'],
      to: 'installed',
      hidden: true,
    },
    confirmUninstalled: {
      words: { en: 'Uninstalled', zh: '卸载成功' },
      from: ['uninstalling'],
      to: 'uninstalled',
      hidden: true,
    },
    fail: {
      words: { en: 'Failed', zh: '失败' },
      from: ['installing', 'uninstalling'],
      to: 'failed',
      hidden: true,
      fields: { reason: text({ en: 'Reason', zh: '原因' }) },
    },
  },
}
