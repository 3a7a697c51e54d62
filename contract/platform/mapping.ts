import { remark } from '../entity/commonFields.ts'
import { defineEntity } from '../entity/define.ts'
import { choice, flag, ref, text } from '../entity/field.ts'
import { ownerProject } from '../entity/owner.ts'

/**
 * How the devices of a product send their messages. `definition` is a mapping of `contract/mapping` as JSON. It applies to
 * the devices of its owner project; without one, to those of all projects that have no mapping of their own.
 */
export const mapping = defineEntity({
  name: 'mapping',
  path: 'mappings',
  area: 'platform',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Payload mapping', zh: '报文映射' }, many: { en: 'Payload mappings', zh: '报文映射' } },
  begin: {
    en: 'A mapping reads the messages of devices that do not send the format of this server. The page "Connect a device" creates it from a template.',
    zh: '报文映射用于读取不使用本系统格式的设备消息。可在“接入设备”页面由模板生成。',
  },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true }),
    product: ref({ en: 'Product', zh: '所属产品' }, 'product', {
      required: true,
      fixed: true,
      emptyWords: { en: 'Please choose the product', zh: '请选择产品' },
      help: {
        en: 'The mapping applies to the devices of this product in the owner project',
        zh: '适用于归属项目中该产品的所有设备',
      },
    }),
    protocol: choice(
      { en: 'Protocol', zh: '协议' },
      {
        required: true,
        default: 'mapping',
        options: [
          { value: 'mapping', words: { en: 'Topics and paths', zh: '主题与路径' } },
          { value: 'sparkplug', words: { en: 'Sparkplug B', zh: 'Sparkplug B' } },
        ],
      },
    ),
    definition: text(
      { en: 'Definition', zh: '映射定义' },
      {
        format: 'json',
        maxLength: 400_000,
        when: { field: 'protocol', is: ['mapping'] },
        help: { en: 'Topics, points, conversions and commands', zh: '主题、点位、转换与命令' },
      },
    ),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
    ownerProject,
    remark,
  },
  list: {
    columns: ['name', 'product', 'protocol', 'isEnabled', 'ownerProject', 'updatedAt'],
    search: ['name'],
    filters: ['product', 'protocol', 'isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  owner: 'ownerProject',
  rules: [
    {
      field: 'definition',
      words: { en: 'Please enter the definition', zh: '请填写映射定义' },
      holds: ({ protocol, definition }) => protocol !== 'mapping' || typeof definition === 'string',
    },
  ],
})
