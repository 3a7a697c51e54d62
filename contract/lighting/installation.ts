import type { Lifecycle } from '../entity/define.ts'

/** Whether a pole, loop or sensor is at work in its cabinet: written to it, or refused by it. */
export const installation: Lifecycle = {
  field: 'installation', words: { en: 'Installation', zh: '安装状态' }, initial: 'uninstalled',
  states: [
    { value: 'uninstalled', words: { en: 'Not installed', zh: '未安装' }, tone: 'idle' },
    { value: 'installed', words: { en: 'Installed', zh: '已安装' }, tone: 'good' },
    { value: 'failed', words: { en: 'Failed', zh: '安装失败' }, tone: 'warning' },
  ],
  moves: {
    install: { words: { en: 'Install', zh: '安装' }, from: ['uninstalled', 'failed'], to: 'installed', done: { en: 'Installed', zh: '安装成功' } },
    uninstall: {
      words: { en: 'Uninstall', zh: '卸载' }, from: ['installed', 'failed'], to: 'uninstalled', done: { en: 'Uninstalled', zh: '卸载成功' },
      confirm: { en: 'Its cabinet no longer polls or commands it.', zh: '卸载后配电箱不再轮询和控制该设备。' },
    },
    fail: { words: { en: 'Mark as failed', zh: '标记失败' }, from: ['uninstalled', 'installed'], to: 'failed', hidden: true },
  },
}
