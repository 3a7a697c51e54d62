import { defineEntity } from '../entity/define.ts'
import { choice, flag, number, text } from '../entity/field.ts'
import type { Words } from '../entity/field.ts'

/** Optional parts of the server. An installation has those it is started with. */
export const pluginCodes = ['ownTopics', 'virtualPlant', 'externalBroker', 'mail', 'webHook', 'freezes'] as const
/** Code of a plugin in `pluginCodes`. */
export type PluginCode = (typeof pluginCodes)[number]

/** Description of a plugin: its kind and its texts in the console. */
export interface PluginPart {
  readonly kind: 'driver' | 'codec' | 'notice' | 'report'
  readonly words: Words
  /** Function of the plugin, and the effect of disabling it. */
  readonly description: Words
}

export const pluginParts: Readonly<Record<PluginCode, PluginPart>> = {
  ownTopics: {
    kind: 'codec',
    words: { en: 'JSON topics', zh: 'JSON 主题编解码' },
    description: {
      en: 'Receives values on custom topics and sends commands to them. When disabled, their messages are counted and dropped, and commands use the built-in topics only.',
      zh: '解析设备在已声明主题上的消息，并向其下发控制。停用后：这些消息只应答和计数，不予采用；控制仅经内置主题下发。',
    },
  },
  virtualPlant: {
    kind: 'driver',
    words: { en: 'Virtual plant', zh: '虚拟设备' },
    description: {
      en: 'Simulates the devices of the demo projects. When disabled, they send no values and accept no commands.',
      zh: '模拟演示项目中的设备。停用后：这些设备不再上报，也不响应控制。',
    },
  },
  externalBroker: {
    kind: 'driver',
    words: { en: 'External broker', zh: '外部 MQTT 代理' },
    description: {
      en: 'Connection to the broker of MQTT_URL. When disabled, no values are received from its devices and no commands reach them. Messages queued by that broker arrive later.',
      zh: '与 MQTT_URL 所指外部代理的连接。停用后：不再收取其设备数据，控制也无法送达；其间由对方缓存的消息会在启用后补收。',
    },
  },
  mail: {
    kind: 'notice',
    words: { en: 'Email', zh: '邮件通知' },
    description: {
      en: 'Sends notifications by email. When disabled, nothing is sent; the notification log shows it.',
      zh: '通过邮件发送通知。停用后：不再发送，并在通知日志中注明。',
    },
  },
  webHook: {
    kind: 'notice',
    words: { en: 'Webhook', zh: 'Webhook 通知' },
    description: {
      en: 'Notifies other systems by webhook. When disabled, nothing is sent; the notification log shows it.',
      zh: '通过 Webhook 通知其他系统。停用后：不再调用，并在通知日志中注明。',
    },
  },
  freezes: {
    kind: 'report',
    words: { en: 'Meter freezes', zh: '抄表冻结' },
    description: {
      en: 'Records meter readings for energy data, reports and analyses. When disabled, the job records nothing; missing readings are added after it is enabled again.',
      zh: '定时记录电表读数，能耗数据、报表与分析均由此而来。停用后：相应任务不再取数；重新启用后补齐。',
    },
  },
}

/**
 * An optional part of the server. The server writes a row for each available plugin and keeps rows of former ones.
 * Enabling or disabling takes effect immediately.
 */
export const plugin = defineEntity({
  name: 'plugin',
  path: 'plugins',
  area: 'platform',
  scope: 'none',
  title: 'name',
  origin: 'server',
  roles: { read: 'super', write: 'super', remove: 'super' },
  words: { one: { en: 'Plugin', zh: '插件' }, many: { en: 'Plugins', zh: '插件' } },
  fields: {
    // Bilingual, like all texts that the server writes for users.
    name: text({ en: 'Name', zh: '插件名称' }, { readOnly: true, required: true }),
    code: text({ en: 'Code', zh: '插件标识' }, { readOnly: true, format: 'code', maxLength: 32 }),
    kind: choice(
      { en: 'Kind', zh: '类型' },
      {
        readOnly: true,
        required: true,
        options: [
          { value: 'driver', words: { en: 'Driver', zh: '驱动' } },
          { value: 'codec', words: { en: 'Codec', zh: '编解码' } },
          { value: 'notice', words: { en: 'Notification', zh: '通知' } },
          { value: 'report', words: { en: 'Report', zh: '报表' } },
        ],
      },
    ),
    version: text({ en: 'Version', zh: '版本' }, { readOnly: true, format: 'code', maxLength: 32 }),
    description: text({ en: 'Description', zh: '描述' }, { readOnly: true, format: 'lines', maxLength: 1000 }),
    isPresent: flag(
      { en: 'Available', zh: '当前可用' },
      {
        readOnly: true,
        default: true,
        help: {
          en: 'This server was started with the plugin. Otherwise its state is kept.',
          zh: '以当前配置启动的服务器是否具备该部分；不具备期间保留其启停状态',
        },
      },
    ),
    order: number(
      { en: 'Order', zh: '顺序' },
      { readOnly: true, integer: true, min: 0, max: 9999, digits: 0, default: 0, required: true },
    ),
  },
  list: {
    columns: ['name', 'kind', 'version', 'status', 'isPresent', 'description'],
    search: ['name', 'description'],
    filters: ['kind', 'status'],
    sort: { by: 'order', order: 'asc' },
  },
  unique: [['code']],
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'enabled',
    states: [
      { value: 'disabled', words: { en: 'Disabled', zh: '停用' }, tone: 'idle' },
      { value: 'enabled', words: { en: 'Enabled', zh: '启用' }, tone: 'good' },
    ],
    moves: {
      enable: {
        words: { en: 'Enable', zh: '启用' },
        from: ['disabled'],
        to: 'enabled',
        when: { field: 'isPresent', is: [true] },
        confirm: { en: 'The plugin starts immediately.', zh: '该部分立即恢复工作。' },
      },
      disable: {
        words: { en: 'Disable', zh: '停用' },
        from: ['enabled'],
        to: 'disabled',
        when: { field: 'isPresent', is: [true] },
        confirm: {
          en: 'The plugin stops immediately. See its description for the effect.',
          zh: '该部分立即停止工作，停用后的影响见其描述。',
        },
      },
    },
  },
})
