export const Page = (props: { text: string }) => <div title="eval(x)">{props.text}</div>;
