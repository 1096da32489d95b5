-- Whether the box that saves the payment method is ticked when a customer begins to pay.
alter table accounts add column save_methods_by_default boolean not null default false;
