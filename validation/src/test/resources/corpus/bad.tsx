export const Page = (props: { html: string }) => <div dangerouslySetInnerHTML={{ __html: props.html }} />; // want: js-inner-html
