/**
 * Messages of bridges that wait for delivery, in the order of `id`. `key` identifies a message at the receiver. There is
 * no foreign key, because tables of entities are created after the migrations.
 */
export const bridgeStatements: readonly string[] = [
  `create table bridge_message (
    id bigserial primary key, bridge text not null, key text not null, content text not null, bytes int not null)`,
  `create index bridge_message_bridge on bridge_message (bridge, id)`,
]
