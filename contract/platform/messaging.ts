import { defineEntity } from '../entity/define.ts'
import { choice, flag, number, ref, text } from '../entity/field.ts'

const qos = choice(
  { en: 'QoS', zh: 'QoS' },
  {
    required: true,
    default: 0,
    options: [0, 1, 2].map((value) => ({ value, words: { en: `QoS ${value}`, zh: `QoS ${value}` } })),
  },
)

/**
 * A custom topic on which devices of a product publish or subscribe in JSON, keyed by the identifiers of the thing
 * model. `{device}` in the topic is the serial number.
 */
export const topic = defineEntity({
  name: 'topic',
  path: 'topics',
  area: 'platform',
  scope: 'none',
  title: 'name',
  imports: true,
  words: { one: { en: 'Topic', zh: '主题' }, many: { en: 'Topics', zh: '主题' } },
  begin: {
    en: 'Custom topics let devices of a product use their own JSON format. Define the properties of the product and the telemetry device of each device first. {device} in the name stands for the serial number.',
    zh: '主题让某一产品的设备以自己的 JSON 格式通信。请先在产品中填写属性，在设备中填写遥测设备；主题名中的 {device} 代表设备编号。',
  },
  fields: {
    name: text(
      { en: 'Topic', zh: '主题' },
      {
        required: true,
        maxLength: 200,
        format: 'topic',
        help: {
          en: '{device} stands for the serial number, for example site/{device}/up',
          zh: '{device} 代表设备编号，如 site/{device}/up',
        },
      },
    ),
    product: ref({ en: 'Product', zh: '产品' }, 'product', {
      required: true,
      emptyWords: { en: 'Please choose the product', zh: '请选择产品' },
      help: { en: 'Its thing model defines the keys of the messages', zh: '消息中的键即该产品物模型的属性标识符' },
    }),
    direction: choice(
      { en: 'Direction', zh: '方向' },
      {
        required: true,
        default: 'up',
        options: [
          { value: 'up', words: { en: 'From device', zh: '上行' } },
          { value: 'down', words: { en: 'To device', zh: '下行' } },
        ],
      },
    ),
    qos,
    isRetained: flag(
      { en: 'Retained', zh: '保留消息' },
      {
        help: {
          en: 'The broker keeps the last message for later subscribers. Not recommended for commands.',
          zh: '服务器保留最后一条消息供后来者接收；下行控制请慎用',
        },
      },
    ),
    everyS: number(
      { en: 'Reporting interval', zh: '上报周期' },
      {
        integer: true,
        min: 1,
        max: 86_400,
        digits: 0,
        unit: 's',
        when: { field: 'direction', is: ['up'] },
        help: {
          en: 'After three intervals without a message, the values of a device become stale. The shortest interval of its topics applies. Default: 5 s.',
          zh: '连续三个周期未收到任何消息则设备数据失效；多个主题以最短周期为准，均未填写时按 5 秒计',
        },
      },
    ),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
  },
  list: {
    columns: ['name', 'product', 'direction', 'qos', 'isRetained', 'everyS', 'description'],
    search: ['name', 'description'],
    filters: ['product', 'direction'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  roles: { write: 'super', remove: 'super' },
})

/** A server-side subscription. The broker applies it when the client connects and when the row changes. */
export const subscription = defineEntity({
  name: 'subscription',
  path: 'subscriptions',
  area: 'platform',
  scope: 'none',
  title: 'client',
  imports: true,
  words: { one: { en: 'Subscription', zh: '订阅' }, many: { en: 'Subscriptions', zh: '订阅' } },
  begin: {
    en: 'The server subscribes a client to a topic when it connects. Create the topic first.',
    zh: '订阅规定接入本服务器的客户端自动收到哪个主题，请先声明主题。',
  },
  fields: {
    client: text(
      { en: 'Client ID', zh: '客户端' },
      {
        required: true,
        maxLength: 128,
        help: {
          en: 'Client that signs in with the gateway credential, as shown in the message queue',
          zh: '使用网关凭证接入的客户端，即消息队列页所示的客户端 ID',
        },
      },
    ),
    topic: ref({ en: 'Topic', zh: '主题' }, 'topic', {
      required: true,
      emptyWords: { en: 'Please choose the topic', zh: '请选择主题' },
    }),
    qos,
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
  },
  list: {
    columns: ['client', 'topic', 'qos', 'isEnabled', 'createdAt'],
    search: ['client'],
    filters: ['topic', 'isEnabled'],
    sort: { by: 'client', order: 'asc' },
  },
  unique: [['client', 'topic']],
  roles: { write: 'super', remove: 'super' },
})
